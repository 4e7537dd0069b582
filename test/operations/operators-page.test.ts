import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '@temporalio/client';
import { approveRemovals } from '../../adapters/temporal/runs/approve-removals.ts';
import type { RegenerationProgress } from '../../workflows/contract/team.ts';
import {
  conversation,
  ended,
  entryAt,
  someTime,
  standingIds,
  startConversation,
} from '../support/captures.ts';
import { commandsOf } from '../support/processes/run-steward.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script, ScriptedProvider } from '../support/provider/scripted-provider.ts';
import { openTestSteward, type TestSteward } from '../support/steward.ts';
import { uniqueId } from '../support/temporal.ts';

/** Follows docs/operations.md: its queries and its commands are taken from the page, in its order. */
const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, 'gmsu'))].map(
    (match) => match[1] ?? '',
  );
const [failedQuery = '', waitingQuery = '', learnedQuery = '', failedReplies = ''] = blocks('sql');
const commands = blocks('console').map((line) => line.replace('$ npx steward ', ''));

const removesAll: Script = (call) => {
  if (call.decision !== 'IntegrationResult') return agreeable(call);
  const ids = [...call.text('topic').matchAll(/^id: (qa_\S+)/gmu)].map((match) => match[1] ?? '');
  return { skip: false, remove_ids: ids };
};

describe('the operator’s page, word by word', () => {
  let model: ScriptedProvider;
  let steward: TestSteward;
  let command: Awaited<ReturnType<typeof commandsOf>>;
  const followed = new Set<string>();

  beforeAll(async () => {
    model = await startScriptedModel(agreeable);
    steward = await openTestSteward({ model, settings: { kb: { max_removals_per_capture: 1 } } });
    await steward.work(['all']);
    command = await commandsOf(steward, model.baseUrl);
  });

  /** A command of the page, with an id in the place that it leaves for one; returns what it printed. */
  const run = async (template: string, id = ''): Promise<string> => {
    followed.add(template);
    const args = template.replace(/steward\/capture\/ID|QA_ID|USER_ID/u, id).split(' ');
    const { code, out, err } = await command(...args);
    if (code !== 0) throw new Error(`${template} ended with ${code}: ${err}`);
    return out;
  };

  const found = async (query: string): Promise<readonly string[]> => {
    const ids: string[] = [];
    const { client, config } = steward;
    const own = `${query} AND TaskQueue = '${config.temporal.task_queue}'`;
    for await (const { workflowId } of client.workflow.list({ query: own })) ids.push(workflowId);
    return ids;
  };
  const decide = (workflowId: string, approve: boolean) =>
    approveRemovals(steward.client, workflowId, approve);
  const learn = async (question: string, second: number) => {
    const at = new Date(start.getTime() + second * 1_000);
    return startConversation(steward, conversation(at, question));
  };
  const start = someTime();

  it('finds failed captures, says why, and completes them: one by Reset, the others by one command', async () => {
    model.follow(() => ({ status: 401 }));
    const ids = [await learn('Which port?', 1), await learn('Which key?', 2), await learn('Which theme?', 3)];
    for (const id of ids) await expect(ended(steward, id)).rejects.toThrow('Workflow execution failed');
    await expect.poll(() => found(failedQuery)).toHaveLength(3);
    expect((await run('captures list')).match(/^failed /gmu)).toHaveLength(3);
    const [first = '', second = ''] = ids;

    model.follow(agreeable);
    await resetToFirst(steward.client, first);
    expect(await ended(steward, first)).toMatchObject({ outcome: 'integrated' });
    await run('captures retry steward/capture/ID', second);
    await run('captures retry');
    for (const id of ids) expect(await ended(steward, id)).toMatchObject({ outcome: 'integrated' });
    expect(await standingIds(steward)).toHaveLength(3);
    expect(await steward.storage.library.rawEntries()).toHaveLength(3);
  });

  it('finds what waits for a yes or no, and takes either', async () => {
    model.follow(removesAll);
    const asked = await learn('Which port now?', 4);
    await expect.poll(() => found(waitingQuery)).toEqual([asked]);
    expect(await run('captures list')).toMatch(/^waiting [^]*It would remove:[^]*Which key\?/mu);
    expect(await decide(asked, false)).toBe(true);
    await ended(steward, asked);
    expect(await standingIds(steward)).toHaveLength(4);
    const again = await learn('Which port at last?', 5);
    await expect.poll(() => found(waitingQuery)).toEqual([again]);
    expect(await decide(again, true)).toBe(true);
    await ended(steward, again);
    expect(await standingIds(steward)).toHaveLength(1);
  });

  it('finds what was learned today', async () => {
    const today = learnedQuery.replace('2026-02-01', new Date().toISOString().slice(0, 10));
    await expect.poll(() => found(today)).toHaveLength(5);
    expect(await found(`${learnedQuery} AND Topic = 'network'`)).toEqual([]);
    expect(await found(failedReplies)).toEqual([]);
  });

  it('rebuilds the library: started with no input, paused, resumed, cancelled, rolled back', async () => {
    model.follow(agreeable);
    const before = await standingIds(steward);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    model.follow(async (call) => {
      await held;
      return agreeable(call);
    });
    await steward.storage.library.appendRaw(entryAt(start, 9), new Date());
    const handle = await startByHand(steward);
    await handle.signal('pause');
    await expect.poll(() => handle.query<RegenerationProgress>('progress')).toMatchObject({ paused: true });
    await handle.signal('resume');
    await expect.poll(() => handle.query<RegenerationProgress>('progress')).toMatchObject({ paused: false });
    await handle.cancel();
    release();
    await expect(handle.result()).rejects.toThrow(/cancel/iu);
    expect(await standingIds(steward)).toEqual(before);

    await run('regenerate');
    await expect
      .poll(() => found(`WorkflowType = 'regenerateWorkflow' AND Outcome = 'published'`))
      .toHaveLength(1);
    expect(await run('library list')).toMatch(/live/u);
    expect(await run('library rollback')).toContain('is live again');
    expect(await standingIds(steward)).toEqual(before);
  });

  it('shows what a retraction and forgetting would take, and takes up what is added by hand', async () => {
    const [qaId = ''] = await standingIds(steward);
    await run('library retract QA_ID --dry-run', qaId);
    await run('forget USER_ID --dry-run', uniqueId());
    await run('index');
    expect(await standingIds(steward)).toContain(qaId);
  });

  it('gives up a capture that is not worth a retry, and checks everything', async () => {
    model.follow(() => ({ status: 401 }));
    const id = await learn('Which colour?', 20);
    await expect(ended(steward, id)).rejects.toThrow('Workflow execution failed');
    const qaId = (await steward.storage.library.failedCaptures())[0]?.qaId ?? '';
    await run('library retract QA_ID', qaId);
    expect(await run('captures list')).not.toMatch(new RegExp(`^failed .*${id}`, 'mu'));
    model.follow(agreeable);
    followed.add('doctor');
    expect((await command('doctor')).out).toMatch(
      /^ok\s+data folder: .* entries in the archive, 0 not captured yet$/mu,
    );
  });

  it('names no command that was not followed here', () => {
    expect([...followed].toSorted()).toEqual([...new Set(commands)].toSorted());
  });
});

/** What "Reset" does in the UI with the first event of its list. */
async function resetToFirst(client: Client, workflowId: string): Promise<void> {
  const { runId } = await client.workflow.getHandle(workflowId).describe();
  const execution = { workflowId, runId };
  const { namespace } = client.options;
  const { history } = await client.workflowService.getWorkflowExecutionHistory({ namespace, execution });
  const first = history?.events?.find((event) => event.workflowTaskCompletedEventAttributes);
  await client.workflowService.resetWorkflowExecution({
    namespace,
    workflowExecution: execution,
    workflowTaskFinishEventId: first?.eventId,
    requestId: randomUUID(),
  });
}

/** "Start Workflow" with no input. */
const startByHand = ({ client, config }: TestSteward) =>
  client.workflow.start('regenerateWorkflow', {
    workflowId: `regenerate by hand ${uniqueId()}`,
    taskQueue: config.temporal.task_queue,
    args: [],
  });
