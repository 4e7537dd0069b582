import { setTimeout as sleep } from 'node:timers/promises';
import {
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  type ConnectionOptions,
} from '@temporalio/client';

/** For a try that begins at the end of its pause: it ends with the connection. */
const tryMilliseconds = 100;

/**
 * The SDK's connection, whose `close` does not break what the SDK does later: a call that nobody waits for any more may be in a
 * pause before its next try, and a try on a closed connection would throw where nobody catches it. Then the connection closes
 * after the pause, of six seconds at most, and nothing is tried after that.
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
