import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { stewardCacheDir } from '../adapters/packages/cache-dir.ts';
import { installRuntime } from '../adapters/temporal/worker/runtime.ts';
import type { WorkflowBundle } from '../adapters/temporal/deployment/workflow-bundle.ts';
import { loadWorkflowBundle } from '../adapters/temporal/deployment/workflow-bundle.ts';
import * as workflows from '../workflows/index.ts';
import { silentLog } from './support/run-workers.ts';

const folder = fileURLToPath(new URL('histories/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

let workflowBundle: WorkflowBundle;

beforeAll(async () => {
  installRuntime(silentLog);
  workflowBundle = await loadWorkflowBundle({
    workflowsPath: fileURLToPath(new URL('../workflows/index.ts', import.meta.url)),
    cacheDir: stewardCacheDir(process.env),
    log: silentLog,
  });
});

const recorded = (name: string): unknown => JSON.parse(readFileSync(`${folder}${name}`, 'utf8'));

/** `historyFromJSON` keeps what it is given, so each replay gets a copy of its own. */
function replay(recorded: unknown): Promise<void> {
  const history = historyFromJSON(recorded);
  const [started] = history.events ?? [];
  // The ids of children follow from the run's own.
  const workflowId = started?.workflowExecutionStartedEventAttributes?.workflowId ?? '';
  return Worker.runReplayHistory({ workflowBundle }, history, workflowId);
}

interface HistoryJson {
  readonly events: readonly { readonly eventId: string; readonly eventType: string }[];
}

/** The history with a request to cancel between its last step and its last workflow task. */
function cancelledWithLastStep(history: unknown): HistoryJson {
  const { events } = history as HistoryJson;
  const at = events.findLastIndex(({ eventType }) => eventType === 'EVENT_TYPE_WORKFLOW_TASK_SCHEDULED');
  const request = {
    eventId: String(at + 1),
    eventType: 'EVENT_TYPE_WORKFLOW_EXECUTION_CANCEL_REQUESTED',
    workflowExecutionCancelRequestedEventAttributes: {},
  };
  const later = JSON.stringify(events.slice(at), (key, value: unknown) =>
    /eventId$/iu.test(key) && Number(value) > at ? String(Number(value) + 1) : value,
  );
  return { events: [...events.slice(0, at), request, ...(JSON.parse(later) as HistoryJson['events'])] };
}

describe('the workflows of today', () => {
  it.each(Object.keys(workflows))('have a recorded history of %s', (type) => {
    const shape = new RegExp(`^${type.replace('Workflow', '')}(?:-[\\w-]+)?\\.json$`, 'u');
    expect(files.filter((name) => shape.test(name))).not.toEqual([]);
  });

  it.each([
    ['a rejected capture', 'capture-integrated-rejected'],
    ['an approved capture', 'capture-integrated-approved'],
    ['a capture that was reset', 'capture-integrated-reset'],
    ['a batch that went on as new', 'batch-continued-as-new'],
    ['a batch that is the next one', 'batch-resumed'],
    ['a batch that starts a run', 'batch-starts'],
    ['a reply that starts a review', 'reply-held-starts'],
    ['a cancelled reply', 'reply-cancelled'],
  ])('have a recorded history of %s', (_, name) => {
    expect(files).toContain(`${name}.json`);
  });

  it.each(files)('go on with the recorded history %s', async (name) => {
    await expect(replay(recorded(name))).resolves.toBeUndefined();
  });

  it.each(files.filter((name) => name.includes('-continued-as-new')))(
    'do not go on as new with %s when a cancellation came with the last step',
    async (name) => {
      await expect(replay(cancelledWithLastStep(recorded(name)))).rejects.toBeInstanceOf(
        DeterminismViolationError,
      );
    },
  );

  it('would not go on with a history of other steps', async () => {
    const text = readFileSync(`${folder}capture-integrated.json`, 'utf8');
    const other: unknown = JSON.parse(text.replaceAll('"classify"', '"classified"'));
    await expect(replay(other)).rejects.toBeInstanceOf(DeterminismViolationError);
  });
});

describe('the workflow bundle', () => {
  it('holds no adapter, no step and no config, so that changing one cannot change a replay', () => {
    const modules = [...workflowBundle.code.matchAll(/"\.\/((?:[\w.-]+\/)+[\w.-]+\.ts)"/gu)].map(
      ([, path]) => path ?? '',
    );
    expect(modules.some((path) => path.startsWith('workflows/'))).toBe(true);
    expect(modules.filter((path) => /^(?:adapters|activities|config|workers)\//u.test(path))).toEqual([]);
  });
});
