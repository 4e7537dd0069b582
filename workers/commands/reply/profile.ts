import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { readProfileDraft } from '../../../config/profile-draft.ts';
import { harmless } from '../../../adapters/terminal/harmless.ts';
import { exitCodes, UsageError } from '../../cli/exit.ts';
import type { CommandOptions } from '../../cli/command-options.ts';
import { withStorage } from '../../cli/with-storage.ts';

interface ProfileOptions extends Pick<CommandOptions, 'config'> {
  readonly as: string;
}

export async function show({ as: userId, json, ...options }: ProfileOptions & { readonly json: boolean }) {
  await withStorage(options, async ({ storage }) => {
    const draft = await storage.records.profileDraft(userId);
    if (draft) process.stdout.write(json ? `${JSON.stringify(draft)}\n` : harmless(stringify(draft)));
    else {
      process.stderr.write('This user has no draft.\n');
      process.exitCode = exitCodes.failed;
    }
  });
}

export async function set(file: string, { as: userId, ...options }: ProfileOptions): Promise<void> {
  await withStorage(options, async ({ config, storage }) => {
    const topics = Object.keys(config.ai_response.topics);
    const { draft, problems } = readProfileDraft(readText(file), topics);
    if (!draft) throw new UsageError([`${file} is no draft of a profile:`, ...problems].join('\n  '));
    await storage.records.setProfileDraft(userId, draft, new Date());
    process.stdout.write('Kept. Try it: npx steward ask "…" --as USER\n');
  });
}

export async function clear({ as: userId, ...options }: ProfileOptions): Promise<void> {
  await withStorage(options, async ({ storage }) => {
    await storage.records.setProfileDraft(userId, null, new Date());
    process.stdout.write('This user has no draft now.\n');
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`${file} cannot be read (${code}).`);
  }
}
