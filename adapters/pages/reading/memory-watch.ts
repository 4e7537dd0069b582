import { workerData } from 'node:worker_threads';

const { maxBytes, parent } = workerData as { readonly maxBytes: number; readonly parent: number };

/** What a decoder allocates in this time comes on top of the limit: about 50 MB. */
const milliseconds = 20;

/**
 * Ends its process once that holds more memory than it may, or has lost its parent. V8's own limit counts neither typed
 * arrays nor what libraries allocate outside the heap.
 */
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, milliseconds);
