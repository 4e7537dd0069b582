import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listCaptures } from '../adapters/temporal/runs/list-captures.ts';
import { showRun } from '../adapters/temporal/runs/show-run.ts';
import {
  capturesOf,
  conversation,
  ended,
  entryAt,
  someTime,
  standingIds,
  startConversation,
  startRaw,
} from './support/captures.ts';
import { agreeable } from './support/provider/agreeable.ts';
import { startScriptedModel } from './support/provider/scripted-model.ts';
import { openTestSteward, type TestSteward } from './support/steward.ts';

const sizeBytes = 65_536;

/** A disk of its own. Needs the right to mount, which continuous integration gives to root alone. */
function mount(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', folder], { stdio: 'ignore' });
}

const unmount = (folder: string): void => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' });

function smallDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'steward-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mount(folder);
  onTestFinished(() => unmount(folder));
  return folder;
}

const mayMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-disk-'));
  try {
    mount(folder);
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
})();

/** Takes all the room that is left, and gives it back. */
function fill(folder: string): () => void {
  const path = join(folder, 'filler');
  for (let size = sizeBytes; size > 0; size -= 4_096) {
    try {
      writeFileSync(path, Buffer.alloc(size));
      break;
    } catch {
      rmSync(path, { force: true });
    }
  }
  return () => rmSync(path);
}

const lastFailure = async ({ client }: TestSteward, workflowId: string) =>
  (await showRun({ client, workflowId })).pendingSteps.map(
    (step) => `${step.activity}: ${step.lastFailure}`,
  )[0];

/** Without the right to mount, no disk can be filled, and root may write into every folder: then these are left out. */
describe.skipIf(!mayMount)('a capture that cannot write', () => {
  it('the raw archive because the disk is full waits for room, and is written once', async () => {
    const model = await startScriptedModel(agreeable);
    const disk = smallDisk();
    const steward = await openTestSteward({ model, settings: { kb: { team_raw_dir: disk } } });
    const free = fill(disk);
    await steward.work(['all']);
    const workflowId = await startConversation(steward, conversation(someTime(), 'Which port?'));
    await expect
      .poll(() => lastFailure(steward, workflowId))
      .toMatch(/^appendRaw: .*ENOSPC\. Free some space on that disk\./u);
    expect(model.calls).toEqual([]);
    free();
    expect(await ended(steward, workflowId)).toMatchObject({ outcome: 'integrated' });
    expect(await steward.storage.library.rawEntries()).toHaveLength(1);
  });

  it('the raw archive because the folder is read-only waits for the right, and is written once', async () => {
    const model = await startScriptedModel(agreeable);
    const disk = smallDisk();
    const steward = await openTestSteward({ model, settings: { kb: { team_raw_dir: disk } } });
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    await steward.work(['all']);
    const workflowId = await startConversation(steward, conversation(someTime(), 'Which port?'));
    await expect
      .poll(() => lastFailure(steward, workflowId))
      .toMatch(/^appendRaw: .*EROFS\. Give the user that runs Steward the right/u);
    execFileSync('mount', ['-o', 'remount,rw', disk]);
    expect(await ended(steward, workflowId)).toMatchObject({ outcome: 'integrated' });
    expect(await steward.storage.library.rawEntries()).toHaveLength(1);
  });

  it('its topic because the disk is full waits for room, what writes no topic goes on before it, and it stands once', async () => {
    const model = await startScriptedModel((call) => {
      if (call.decision !== 'ClassificationResult') return agreeable(call);
      return { skip: call.text('pair').includes('Question 2,'), topic_name: 'learned' };
    });
    const steward = await openTestSteward({ model });
    const { config, storage } = steward;
    const topics = join(config.storage.data_dir, 'team-knowledge/topics');
    mount(topics);
    onTestFinished(() => unmount(topics));
    const free = fill(topics);
    await steward.work(['all']);
    const start = someTime();
    const entries = [1, 2].map((second) => entryAt(start, second));
    for (const entry of entries) await storage.library.appendRaw(entry, new Date());
    // In this order: what a stuck one has left to print, the next write would have to print first.
    const [first, second] = entries;
    if (!first || !second) throw new Error('two entries were made');
    expect(await ended(steward, await startRaw(steward, second))).toMatchObject({ outcome: 'skipped' });
    const stuck = await startRaw(steward, first);
    await expect
      .poll(() => lastFailure(steward, stuck))
      .toMatch(/^integrate: .*ENOSPC\. Free some space on that disk\./u);
    const running = { ...capturesOf(steward), statuses: ['running'] as const };
    expect(await listCaptures(running)).toMatchObject([{ workflowId: stuck }]);
    free();
    expect(await ended(steward, stuck)).toMatchObject({ outcome: 'integrated' });
    expect(await standingIds(steward)).toEqual([entries[0]?.qaId]);
  });
});
