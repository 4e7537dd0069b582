import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '../../adapters/storage/open-storage.ts';
import { qaIdFromTimestamp } from '../../domain/values/qa-id.ts';
import { runSteward } from '../support/processes/run-steward.ts';
import { storagePaths } from '../support/storage/storage-paths.ts';
import { uniqueTaskQueue } from '../support/temporal.ts';

const dir = mkdtempSync(join(tmpdir(), 'steward-keeping-'));
const marker = 'xylophone';
const anna = '4001';

const original = `--- QA ---
id: qa_20260101_100000
timestamp: 2026-01-01T10:00:00Z
conversation_id: thread_77
message_ids: msg_771, msg_772
User: My node does not start
Set the log level, what is that?
Team: Set it to debug in the settings.

--- QA ---
id: qa_20260101_110000
timestamp: 2026-01-01T11:00:00Z
conversation_id: thread_78
message_ids: msg_781
User: Nobody has answered
`;

const at = (minute: number) => `2026-01-02T00:${String(minute).padStart(2, '0')}:00Z`;

/** What was captured from Discord, with the authors of its turns. */
const captured = (
  [
    [100, anna, `How do I tune the ${marker} of my account?`, 'Tune it under account settings.'],
    [
      900,
      '4002',
      'How do I delete my account settings?',
      'Delete them under account settings, then confirm.',
    ],
    [3000, '4002', 'Which port does the gateway use?', 'The gateway uses port 8080.'],
  ] as const
).map(([id, asker, question, answer], minute) => ({
  authorIds: [asker, '4003'],
  entry: {
    qaId: qaIdFromTimestamp(at(minute)),
    timestamp: at(minute),
    conversationId: `reply_${id}`,
    messageIds: [String(id), String(id + 1)],
    turns: [
      { label: 'User', text: question },
      { label: 'Team', text: answer },
    ],
  } as const,
}));

async function capture(): Promise<void> {
  const paths = storagePaths({ dataDir: join(dir, 'data'), sourcesDir: join(dir, 'docs') });
  const storage = await openStorage({ paths, log: { info: () => {}, warn: () => {} } });
  for (const { entry, authorIds } of captured) {
    const { qaId } = await storage.library.appendRaw(entry, new Date());
    await storage.records.savePairOrigin({
      qaId,
      link: null,
      correctedSourceIds: [],
      authorIds,
      snapshotId: null,
    });
  }
  await storage.close();
}

const run = (...args: readonly string[]) => runSteward(args, { cwd: dir });

/** For a command that must not ask a model: nobody serves this one. */
const modelAway = {
  STEWARD__AI_RESPONSE__LLM__MODEL: 'away',
  STEWARD__AI_RESPONSE__LLM__BASE_URL: 'http://127.0.0.1:1/v1',
};

const lines = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const knowledge = join(dir, 'data', 'team-knowledge');

const filesWith = (text: string) =>
  readdirSync(join(dir, 'data'), { recursive: true, encoding: 'utf8' }).filter((path) => {
    const isFile = statSync(join(dir, 'data', path), { throwIfNoEntry: false })?.isFile() ?? false;
    return isFile && readFileSync(join(dir, 'data', path)).includes(text);
  });

const inTopics = () => filesWith('--- QA ---').filter((path) => path.includes('team-knowledge/topics/'));

beforeAll(() => {
  mkdirSync(join(dir, 'old', 'raw'), { recursive: true });
  writeFileSync(join(dir, 'old', 'raw', '2026-W01.txt'), original);
  writeFileSync(join(dir, 'cut.txt'), original.slice(0, 60));
  mkdirSync(join(dir, 'docs'));
  writeFileSync(join(dir, 'docs', 'gateway.md'), '# Gateway\n\nThe gateway listens.\n');
  writeFileSync(
    join(dir, 'config.yaml'),
    `discord:\n  team_role_ids: ['550000000000000055']\nai_response:\n  llm:\n    model: extractive\n` +
      `kb:\n  sources_dir: docs\ntemporal:\n  task_queue: ${uniqueTaskQueue()}\n`,
  );
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('npx steward', () => {
  it('import --dry-run counts what is new and writes nothing', async () => {
    const { out, code } = await run('import', 'old', '--dry-run', '--json');
    expect(lines(out)).toMatchObject([{ new: 1, known: 0, dry_run: true }]);
    expect(filesWith('My node does not start')).toEqual([]);
    expect(code).toBe(0);
  });

  it('import takes in archives, says what it left out, and index captures them', async () => {
    await capture();
    const { out } = await run('import', 'old', 'cut.txt', '--json');
    const [summary] = lines(out);
    expect(summary).toMatchObject({ files: 2, new: 1, known: 0 });
    expect(summary?.['left_out']).toEqual([
      { file: 'old/raw/2026-W01.txt', place: 'line 10', reason: expect.stringMatching(/"Team:"/u) },
      { file: 'cut.txt', place: 'line 1', reason: expect.any(String) },
    ]);
    expect((await run('index')).code).toBe(0);
    const learned = inTopics()
      .map((path) => readFileSync(join(dir, 'data', path), 'utf8'))
      .join('\n');
    expect(learned).toContain('Team: The gateway uses port 8080.');
  });

  it('import writes nothing when it is run again', async () => {
    const { out } = await run('import', 'old', '--json');
    expect(lines(out)).toMatchObject([{ new: 0, known: 1 }]);
  });

  it('forget leaves nothing of what a person wrote, and says what it did', async () => {
    expect(filesWith(marker)).not.toEqual([]);
    const dry = lines((await run('forget', anna, '--dry-run', '--json')).out)[0];
    expect(filesWith(marker)).not.toEqual([]);
    const { out } = await runSteward(['forget', anna, '--yes', '--json'], { cwd: dir, env: modelAway });
    const done = lines(out)[0];
    expect(done).toEqual({ ...dry, dry_run: false });
    expect(done).toMatchObject({ entries: [{ message_ids: null }], without_authors: ['qa_20260101_100000'] });
    // A topic's name may come from a question, and stands in the log, as in Temporal's histories, until that is rotated.
    expect(filesWith(marker).filter((path) => path !== 'steward.log')).toEqual([]);
  });

  it('library retract takes a pair out for good', async () => {
    const file = inTopics()[0] ?? '';
    const [id = ''] = /qa_\S+/u.exec(readFileSync(join(dir, 'data', file), 'utf8')) ?? [];
    const { out, code } = await run('library', 'retract', id);
    expect(out).toContain(`Retracted ${id}`);
    expect(code).toBe(0);
    expect(filesWith(id).filter((path) => path.includes('topics'))).toEqual([]);
    expect((await run('library', 'retract', id)).err).toMatch(/retracted before/u);
    expect(readFileSync(join(knowledge, 'retractions.txt'), 'utf8')).toContain(id);
  });

  it.each([
    [['library', 'retract', 'nonsense'], /not a qa_id/u, 2],
    [['library', 'retract', 'qa_20250101_000000'], /Neither the raw archive nor a topic/u, 2],
    [['forget', 'anna'], /not a Discord id/u, 2],
    [['import', 'nowhere'], /nowhere is not there/u, 2],
    [['import', 'config.yaml'], /does not end in \.txt/u, 2],
    [['import', 'cut.txt'], /^/u, 1],
  ] as const)('%j is told in a sentence', async (args, expected, wantedCode) => {
    const { code, out, err } = await run(...args);
    expect(err).toMatch(expected);
    expect(`${out}${err}`).not.toMatch(/\n\s+at |\.ts:\d+/u);
    expect(code).toBe(wantedCode);
  });
});
