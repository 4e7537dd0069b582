import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { showRun } from '../support/show-run.ts';
import {
  conversation,
  ended,
  entryAt,
  someTime,
  standingIds,
  startConversation,
  startRaw,
} from '../support/captures.ts';
import { isOnPostgres } from '../support/storage/test-store.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { openTestSteward, type TestSteward } from '../support/steward.ts';

const fileBytes = 65_536;
const databaseBytes = 8 * 1_048_576;

/** A disk of its own. Needs the right to mount, which continuous integration gives to root alone. */
function mount(folder: string, sizeBytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', folder], { stdio: 'ignore' });
}

const unmount = (folder: string): void => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' });

function smallDisk(sizeBytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'steward-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mount(folder, sizeBytes);
  onTestFinished(() => unmount(folder));
  return folder;
}

const mayMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-disk-'));
  try {
    mount(folder, fileBytes);
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
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(path, Buffer.alloc(bavail * bsize));
  return () => rmSync(path, { force: true });
}

const lastFailure = async ({ client }: TestSteward, workflowId: string) =>
  (await showRun({ client, workflowId })).pendingSteps.map(
    (step) => `${step.activity}: ${step.lastFailure}`,
  )[0];

/** Without the right to mount, no disk can be filled, and root may write into every folder: then these are left out. */
describe.skipIf(!mayMount)('a capture', () => {
  it.skipIf(isOnPostgres())('whose database has no room waits for it, and is written once', async () => {
    const model = await startScriptedModel(agreeable);
    const disk = smallDisk(databaseBytes);
    const steward = await openTestSteward({ model, settings: { storage: { data_dir: disk } } });
    const workflowId = await startConversation(steward, conversation(someTime(), 'Which port?'));
    const free = fill(disk);
    onTestFinished(free);
    await steward.work(['all']);
    await expect
      .poll(() => lastFailure(steward, workflowId))
      .toMatch(/^appendRaw: .*The disk of the database is full\. Free some space there\./u);
    expect(model.calls).toEqual([]);
    free();
    expect(await ended(steward, workflowId)).toMatchObject({ outcome: 'integrated' });
    expect(await steward.storage.library.rawEntries()).toHaveLength(1);
  });

  it('is not held up by a full disk of the text files, nor are those behind it, and all is printed when there is room', async () => {
    const steward = await openTestSteward({ model: await startScriptedModel(agreeable) });
    const { config, storage } = steward;
    const topics = join(config.storage.data_dir, 'team-knowledge/topics');
    mount(topics, fileBytes);
    onTestFinished(() => unmount(topics));
    const free = fill(topics);
    await steward.work(['all']);
    const start = someTime();
    const entries = [1, 2].map((second) => entryAt(start, second));
    for (const entry of entries) {
      await storage.library.appendRaw(entry, new Date());
      expect(await ended(steward, await startRaw(steward, entry))).toMatchObject({ outcome: 'integrated' });
    }
    expect(readdirSync(topics)).toEqual(['filler']);
    free();
    const printed = () =>
      readdirSync(topics)
        .map((name) => readFileSync(join(topics, name), 'utf8'))
        .join();
    for (const { qaId } of entries) await expect.poll(printed).toContain(qaId);
    expect(await standingIds(steward)).toEqual(entries.map(({ qaId }) => qaId));
  });

  it('is not held up by a read-only folder of the archive, which is printed once it can be', async () => {
    const disk = smallDisk(fileBytes);
    const model = await startScriptedModel(agreeable);
    const steward = await openTestSteward({ model, settings: { kb: { team_raw_dir: disk } } });
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    await steward.work(['all']);
    const workflowId = await startConversation(steward, conversation(someTime(), 'Which port?'));
    expect(await ended(steward, workflowId)).toMatchObject({ outcome: 'integrated' });
    expect(readdirSync(disk)).toEqual([]);
    execFileSync('mount', ['-o', 'remount,rw', disk]);
    await expect.poll(() => readdirSync(disk)).toHaveLength(1);
  });
});
