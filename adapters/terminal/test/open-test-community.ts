import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Community, openCommunity } from '../community.ts';

/** A path in a folder of the test's own, which goes with it. */
export function communityPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'steward-terminal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'community.db');
}

export function openTestCommunity(
  options: {
    readonly path?: string;
    readonly now?: () => Date;
    readonly teamMemberIds?: readonly string[];
  } = {},
): Community {
  const community = openCommunity({ path: communityPath(), now: () => new Date(), ...options });
  let open = true;
  const close = () => {
    if (open) community.close();
    open = false;
  };
  onTestFinished(close);
  return { ...community, close };
}

/** Says something as anna, in #help by default. */
export const sayingOf =
  (community: Community) =>
  (
    text: string,
    {
      name = 'anna',
      role = 'member',
      ...rest
    }: Partial<
      Omit<Parameters<Community['say']>[0], 'author' | 'text'> & { name: string; role: 'member' | 'team' }
    > = {},
  ) =>
    community.say({ author: { ...community.member(name), role }, channel: 'help', text, ...rest });
