import { setTimeout as sleep } from 'node:timers/promises';
import {
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  type ConnectionOptions,
} from '@temporalio/client';

/** Gives a retry that begins at the end of its pause time to end. */
const tryMilliseconds = 100;

/**
 * The SDK's connection with a `close` that waits for the pause before a pending retry, six seconds at most: a retry on a closed
 * connection would throw where nobody catches it. After `close`, no call is retried again.
 */
export function lazyConnection(options: ConnectionOptions): Connection {
  const { delayFunction, retryableDecider } = defaultGrpcRetryOptions();
  let isClosed = false;
  let pausesUntil = 0;
  const retries = makeGrpcRetryInterceptor({
    delayFunction(attempt, status) {
      const milliseconds = delayFunction(attempt, status);
      pausesUntil = Math.max(pausesUntil, performance.now() + milliseconds);
      return milliseconds;
    },
    retryableDecider: (attempt, status) => !isClosed && retryableDecider(attempt, status),
  });
  const connection = Connection.lazy({ ...options, interceptors: [retries] });
  const close = connection.close.bind(connection);
  return Object.assign(connection, {
    async close() {
      isClosed = true;
      const pause = pausesUntil - performance.now();
      if (pause <= 0) return close();
      void sleep(pause + tryMilliseconds).then(close);
    },
  });
}
