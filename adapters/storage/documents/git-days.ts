import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { dayOfMost } from '../../../domain/documents/known-sources.ts';

const run = promisify(execFile);

/** A longer history says too little for its time. */
const limits = {
  timeout: 20_000,
  maxBuffer: 64 * 1024 * 1024,
  env: {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
  },
};

/** One refresh asks once. */
const rememberedMilliseconds = 60_000;

const remembered = new Map<
  string,
  { readonly days: Promise<ReadonlyMap<string, string>>; readonly until: number }
>();

/** The day of each file's last commit, by its path in the folder. Empty without Git. */
export function gitDays(root: string): Promise<ReadonlyMap<string, string>> {
  const last = remembered.get(root);
  if (last && last.until > Date.now()) return last.days;
  const days = readDays(root).catch(() => new Map<string, string>());
  remembered.set(root, { days, until: Date.now() + rememberedMilliseconds });
  return days;
}

async function readDays(root: string): Promise<ReadonlyMap<string, string>> {
  // No setting of the repository may run a program, or fetch what a partial clone lacks.
  const settings = ['core.quotePath=false', 'log.showSignature=false', 'protocol.allow=never'];
  const gitOptions = settings.flatMap((setting) => ['-c', setting]);
  const log = ['log', '--format=%x00%cs', '--name-only', '--no-renames', '--relative', '--', '.'];
  const { stdout } = await run('git', ['-C', root, ...gitOptions, ...log], limits);
  const days = new Map<string, string>();
  for (const commit of stdout.split('\0')) {
    const [day = '', ...paths] = commit.trim().split('\n');
    for (const path of paths) if (path !== '' && !days.has(path)) days.set(path, day);
  }
  const ofClone = dayOfMost([...days.values()]);
  return new Map([...days].filter(([, day]) => day !== ofClone));
}
