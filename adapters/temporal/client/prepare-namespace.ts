import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionLike } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { finalError } from '../../../domain/ports/errors.ts';
import type { Log } from '../../../domain/ports/log.ts';
import { searchAttributes } from '../../../workflows/contract/names.ts';
import { describeGrpcFailure } from './call-server.ts';

interface NamespaceTarget {
  readonly connection: ConnectionLike;
  readonly namespace: string;
  /** Host and port. Temporal Cloud has a command line of its own. */
  readonly address: string;
  readonly log: Log;
}

/**
 * Adds Steward's search attributes to a namespace and makes it keep closed runs for 30 days. May run repeatedly and in several
 * processes at once. If it lacks a permission, it logs the command for a person who has it. Throws a final `PortError` when search
 * attributes are missing and cannot be added, because every run would fail.
 */
export async function prepareNamespace(target: NamespaceTarget): Promise<void> {
  await prepareSearchAttributes(target);
  await prepareRetention(target);
}

/** `IndexedValueType` of Temporal's API. */
const indexedTypes = { KEYWORD: 2, KEYWORD_LIST: 7 } as const;
const typeNames = { KEYWORD: 'Keyword', KEYWORD_LIST: 'KeywordList' } as const;

/** The search attributes of runs, with their types as Temporal's command line calls them. */
export const wantedAttributes = Object.values(searchAttributes).map(({ name, type }) => ({
  name,
  type: typeNames[type],
  indexed: indexedTypes[type],
}));

type WantedAttribute = (typeof wantedAttributes)[number];

/** All parts of a server know a new attribute only after some seconds. */
const spreadMilliseconds = 20_000;

async function prepareSearchAttributes(target: NamespaceTarget): Promise<void> {
  const { connection, namespace, log } = target;
  const missing = await missingAttributes(target).catch((error: unknown) => {
    log.warn(
      { event: 'temporal.search_attributes_unknown', namespace, reason: describeGrpcFailure(error) },
      `Steward may not look at the search attributes; if they are missing, run: ${creation(target, wantedAttributes)}`,
    );
    return [];
  });
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  try {
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map(({ name, indexed }) => [name, indexed])),
    });
  } catch (error) {
    throw finalError(
      'temporal_search_attributes_missing',
      `The Temporal namespace ${namespace} lacks search attributes (${names.join(', ')}) and they cannot be added: ` +
        `${describeGrpcFailure(error)}. Run: ${creation(target, missing)}`,
      error,
    );
  }
  await untilUsable(target, names);
  log.info({ event: 'temporal.search_attributes_added', namespace, names }, 'Search attributes added');
}

async function missingAttributes({
  connection,
  namespace,
}: NamespaceTarget): Promise<readonly WantedAttribute[]> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  return wantedAttributes.filter(({ name }) => customAttributes[name] === undefined);
}

async function untilUsable(
  { connection, namespace }: NamespaceTarget,
  names: readonly string[],
): Promise<void> {
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

/** Whether an address is one of Temporal Cloud, which is administered with `tcld`. */
const isCloud = (address: string): boolean =>
  /\.(?:tmprl\.cloud|api\.temporal\.io)(?::\d+)?$/iu.test(address);

const creation = (
  { namespace, address }: Pick<NamespaceTarget, 'namespace' | 'address'>,
  attributes: readonly WantedAttribute[],
): string =>
  isCloud(address)
    ? `tcld namespace search-attributes add --namespace ${namespace} ` +
      attributes.map(({ name, type }) => `--sa "${name}=${type}"`).join(' ')
    : `temporal operator search-attribute create --namespace ${namespace} ` +
      attributes.map(({ name, type }) => `--name ${name} --type ${type}`).join(' ');

/** How long operators can look at closed runs, and how long a workflow id rejects a second start. */
const retentionSeconds = 30 * 86_400;

async function prepareRetention({ connection, namespace, address, log }: NamespaceTarget): Promise<void> {
  const { workflowService } = connection;
  try {
    const { config } = await workflowService.describeNamespace({ namespace });
    const secondsBefore = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0);
    if (secondsBefore >= retentionSeconds) return;
    await workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: msToTs(retentionSeconds * 1000) },
    });
    log.info(
      {
        event: 'temporal.retention_raised',
        namespace,
        formerHours: secondsBefore / 3600,
        hours: retentionSeconds / 3600,
      },
      'Retention raised to 30 days',
    );
  } catch (error) {
    log.warn(
      { event: 'temporal.retention_not_raised', namespace, reason: describeGrpcFailure(error) },
      'Closed runs may be forgotten before 30 days; to keep them, run: ' +
        (isCloud(address)
          ? `tcld namespace retention set --namespace ${namespace} --retention-days 30`
          : `temporal operator namespace update --namespace ${namespace} --retention 720h`),
    );
  }
}
