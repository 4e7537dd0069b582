import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionLike } from '@temporalio/client';
import { PortError } from '../../../domain/ports/errors.ts';
import { describeGrpcFailure } from './grpc-failure.ts';
import type { NamespaceTarget } from './namespace-target.ts';
import { searchAttributeNames } from './search-attribute-names.ts';

/** `IndexedValueType.KEYWORD`; all of Steward's are. */
const keyword = 2;
/** Other parts of a server learn of a new attribute after some seconds. */
const spreadMilliseconds = 20_000;

export async function prepareSearchAttributes({
  connection,
  namespace,
  log,
}: NamespaceTarget): Promise<void> {
  const missing = await missingAttributes({ connection, namespace }).catch((error: unknown) => {
    log.warn(
      { event: 'temporal.search_attributes_unknown', namespace, reason: describeGrpcFailure(error) },
      `Steward may not look at the search attributes; if they are missing, run: ${creation(
        namespace,
        searchAttributeNames,
      )}`,
    );
    return [];
  });
  if (missing.length === 0) return;
  try {
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map((name) => [name, keyword])),
    });
  } catch (error) {
    throw new PortError({
      kind: 'final',
      code: 'temporal_search_attributes_missing',
      message:
        `The Temporal namespace ${namespace} lacks search attributes (${missing.join(', ')}) and they cannot be added: ` +
        `${describeGrpcFailure(error)}. Run: ${creation(namespace, missing)}`,
      cause: error,
    });
  }
  await untilUsable({ connection, namespace, names: missing });
  log.info(
    { event: 'temporal.search_attributes_added', namespace, names: missing },
    'Search attributes added',
  );
}

async function missingAttributes(target: {
  readonly connection: ConnectionLike;
  readonly namespace: string;
}): Promise<readonly string[]> {
  const { connection, namespace } = target;
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  return searchAttributeNames.filter((name) => customAttributes[name] === undefined);
}

async function untilUsable(target: {
  readonly connection: ConnectionLike;
  readonly namespace: string;
  readonly names: readonly string[];
}): Promise<void> {
  const { connection, namespace, names } = target;
  const query = names.map((name) => `${name} = 'none'`).join(' OR ');
  const deadline = performance.now() + spreadMilliseconds;
  while (performance.now() < deadline) {
    try {
      await connection.workflowService.countWorkflowExecutions({ namespace, query });
      return;
    } catch {
      await sleep(200);
    }
  }
}

const creation = (namespace: string, names: readonly string[]): string =>
  `temporal operator search-attribute create --namespace ${namespace} ` +
  names.map((name) => `--name ${name} --type Keyword`).join(' ');
