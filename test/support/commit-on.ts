import { execFileSync } from 'node:child_process';

/** Commits all files of a folder on a day, in a repository that is made there if there is none. */
export function commitOn(day: string, dir: string): void {
  const at = `${day}T12:00:00Z`;
  const env = { PATH: process.env['PATH'], HOME: dir, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', dir, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { env });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', day);
}
