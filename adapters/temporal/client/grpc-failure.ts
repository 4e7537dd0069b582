import { NamespaceNotFoundError } from '@temporalio/common';

/** The gRPC status codes that Steward distinguishes. */
export const grpcCode = {
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** The gRPC status of an error or one of its causes, because the SDK wraps only some errors; null if there is none. */
export function grpcCodeOf(error: unknown): number | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof NamespaceNotFoundError) return grpcCode.notFound;
    if ('code' in at && typeof at.code === 'number') return at.code;
  }
  return null;
}

/** Includes `cancelled`, `unknown` and `internal`, with which calls fail when the server dies. */
const transient: ReadonlySet<number> = new Set([
  grpcCode.cancelled,
  grpcCode.unknown,
  grpcCode.deadlineExceeded,
  grpcCode.resourceExhausted,
  grpcCode.aborted,
  grpcCode.internal,
  grpcCode.unavailable,
]);

/** Whether the same call may succeed later. A call that never reached a server may. */
export function isTransientGrpc(error: unknown): boolean {
  const code = grpcCodeOf(error);
  return code === null || transient.has(code);
}

/** Describes a failure in Steward's words, because a server's message may quote what it was sent. */
export function describeGrpcFailure(error: unknown): string {
  const code = grpcCodeOf(error);
  if (code === null) return 'it does not answer';
  return (
    {
      [grpcCode.cancelled]: 'it cancelled the call',
      [grpcCode.deadlineExceeded]: 'it does not answer in time',
      [grpcCode.notFound]: 'it does not know the namespace or the run',
      [grpcCode.permissionDenied]: 'it does not permit this',
      [grpcCode.resourceExhausted]: 'it gets too many requests',
      [grpcCode.unimplemented]: 'what answers there is no Temporal server',
      [grpcCode.unavailable]: 'it does not answer',
      [grpcCode.unauthenticated]: 'it does not accept the credentials',
    }[code] ?? `gRPC status ${code}`
  );
}
