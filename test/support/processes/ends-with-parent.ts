// The process's threads load it, too, and so do the processes that it forks, which have no standard input and end by themselves.
const end = `import { isMainThread } from 'node:worker_threads';
if (isMainThread && !process.send) process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGKILL')).unref();`;

/**
 * Arguments of Node for a process whose standard input is a pipe of the test or bench that starts it: the process ends when its
 * parent does, even when that is killed.
 */
export const endsWithParent: readonly string[] = [
  '--import',
  `data:text/javascript,${encodeURIComponent(end)}`,
];
