import { once } from 'node:events';
import { mkdtemp, rm, writeFile, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findDeployment } from '../../adapters/temporal/deployment/take-over.ts';
import { runSteward, type Ended } from '../support/processes/run-steward.ts';
import { testClient, uniqueTaskQueue } from '../support/temporal.ts';

const run = async (
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> => runSteward(args, { cwd: cwd ?? (await folder()), env });

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'steward-cli-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

const unreachableModel = 'ai_response:\n  llm:\n    model: some-model\n    base_url: http://127.0.0.1:1/v1\n';

/** A mistake is told in sentences: no stack, no name of a file of ours. */
function expectSentence({ code, out, err }: Ended, expected: RegExp, wantedCode: number): void {
  expect(err).toMatch(expected);
  expect(`${out}${err}`).not.toMatch(/\n\s+at |\.ts:\d+/u);
  expect(code).toBe(wantedCode);
}

describe('npx steward demo', () => {
  let demo: Ended;
  let events: readonly Record<string, unknown>[];

  beforeAll(async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'steward-cli-demo-'));
    demo = await run(['demo', '--json'], { cwd });
    events = demo.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    await rm(cwd, { recursive: true, force: true });
  });

  it('ends well', () => {
    expect(demo.code).toBe(0);
  });

  it('shows an answer, silence, an honest "I do not know", learning, correcting and rebuilding, in this order', () => {
    expect(events.map(shape)).toEqual([
      'reply answered kb',
      'skipped chatter',
      'skipped unanswered',
      'reply unanswered nothing',
      'captured integrated',
      'reply answered team',
      'captured integrated',
      'reply answered team',
      'regenerated 1 topics',
      'done',
    ]);
  });

  it('replaces the pair that the team corrects, and keeps the correction through the rebuild', () => {
    const qaIds = events.flatMap(({ event, qa_id }) => (event === 'captured' ? [qa_id] : []));
    const last = events.findLast(({ event }) => event === 'reply');
    expect(last?.['citations']).toMatchObject([{ qa_ids: [qaIds[1]] }]);
    expect(events.find(({ event }) => event === 'regenerated')).toMatchObject({ entries: 2, integrated: 2 });
  });

  it('names runs that Temporal knows', async () => {
    const client = await testClient();
    for (const { workflow_id: id } of events.slice(0, -1)) {
      const { status } = await client.workflow.getHandle(String(id)).describe();
      expect(status.name).toBe('COMPLETED');
    }
  });

  it('says at the end what the model is', () => {
    expect(demo.err).toContain('This was the embedded model, which only quotes. To connect a real one:');
  });
});

function shape(event: Record<string, unknown>): string {
  const ids = event['source_ids'] as readonly string[] | undefined;
  const cited = (event['citations'] as readonly { source_id: string }[] | undefined)?.[0]?.source_id;
  switch (event['event']) {
    case 'reply':
      return `reply ${String(event['outcome'])} ${(cited ?? ids?.[0] ?? 'nothing').split(':')[0]}`;
    case 'skipped':
      return `skipped ${String(event['recorded_as'] ?? event['reason'])}`;
    case 'captured':
      return `captured ${String(event['outcome'])}`;
    case 'regenerated':
      return `regenerated ${String(event['topics'])} topics`;
    default:
      return String(event['event']);
  }
}

describe('a mistake', () => {
  it('in the knowledge folder is told before anything starts: missing', async () => {
    expectSentence(await run(['demo', '--kb', 'nowhere']), /nowhere/u, 2);
  });

  it('in the knowledge folder is told before anything starts: empty', async () => {
    expectSentence(await run(['demo', '--kb', await folder()]), /contains no document.*--kb/u, 2);
  });

  it('in the knowledge folder is told before anything starts: nothing of a kind that is read', async () => {
    const kb = await folder();
    await writeFile(join(kb, 'picture.png'), Buffer.from([0, 1, 2, 255]));
    expectSentence(await run(['demo', '--kb', kb]), /contains no document.*\.png/u, 2);
  });

  it('in the choice of documents is told where nobody is at a terminal, and no script says what is asked of them', async () => {
    const kb = await folder();
    await writeFile(join(kb, 'guide.md'), '# Guide\n\nThe port is 8080.\n');
    expectSentence(await run(['demo', '--kb', kb]), /^Without a terminal, .* --script FILE/u, 2);
  });

  it('in a script is told with its line', async () => {
    const dir = await folder();
    await writeFile(join(dir, 'script.jsonl'), '{"text":"hello?"}\n{"text":\n');
    expectSentence(await run(['demo', '--script', join(dir, 'script.jsonl')]), /line 2/u, 2);
  });

  it('in the config is told with all the others', async () => {
    const dir = await folder();
    await writeFile(
      join(dir, 'config.yaml'),
      'discord:\n  message_batch_wait_seconds: soon\nai_response:\n  max_source: 3\nkb:\n  qa_raw_last_processed_id: x\n',
    );
    const ended = await run(['check'], { cwd: dir });
    expectSentence(ended, /3 mistakes/u, 2);
    for (const path of [
      'discord.message_batch_wait_seconds',
      'ai_response.max_source',
      'kb.qa_raw_last_processed_id',
    ]) {
      expect(ended.err).toContain(path);
    }
  });

  it('in the address of the Temporal server is told with the address', async () => {
    const ended = await run(['demo'], { env: { TEMPORAL_ADDRESS: '127.0.0.1:1' } });
    expectSentence(ended, /127\.0\.0\.1:1/u, 1);
  });

  it('of a model that nobody configured is told before a worker starts', async () => {
    expectSentence(await run(['worker']), /model/u, 2);
  });

  it('of a worker that is to listen without a Discord token is told with what to set', async () => {
    const dir = await folder();
    await writeFile(join(dir, 'config.yaml'), 'ai_response: {llm: {model: extractive}}\n');
    expectSentence(await run(['worker'], { cwd: dir }), /STEWARD__DISCORD__TOKEN/u, 2);
    expect((await run(['doctor'], { cwd: dir })).out).toMatch(
      /problem\s+Discord: .*STEWARD__DISCORD__TOKEN/u,
    );
  });

  it.each(['index', 'ask Works?'])(
    'of a model that does not answer is told before %s starts',
    async (command) => {
      const dir = await folder();
      await writeFile(join(dir, 'config.yaml'), unreachableModel);
      expectSentence(await run(command.split(' '), { cwd: dir }), /127\.0\.0\.1:1/u, 1);
    },
  );

  it('of a model that does not answer stops no worker: it is logged, and the next mistake counts', async () => {
    const dir = await folder();
    await writeFile(join(dir, 'config.yaml'), unreachableModel);
    const { code, out, err } = await run(['worker'], { cwd: dir });
    expect(`${out}${err}`).toContain('model_away');
    expect(`${out}${err}`).toContain('There is no Discord token');
    expect(code).toBe(2);
  });

  it('of a model that does not answer stops no command where another stands in for it', async () => {
    const dir = await folder();
    await writeFile(
      join(dir, 'config.yaml'),
      `${unreachableModel}  fallbacks: [extractive]\nkb: { sources_dir: ., llm: { model: extractive } }\n`,
    );
    await writeFile(join(dir, 'port.md'), '# Port\n\nThe server listens on port 8080.\n');
    const { code, out } = await run(['ask', 'Which port does the server listen on?', '--json'], {
      cwd: dir,
    });
    expect([code, out]).toEqual([0, expect.stringContaining('"event":"reply"')]);
  });

  it('of a model that does not answer is told by doctor', async () => {
    const dir = await folder();
    await writeFile(join(dir, 'config.yaml'), unreachableModel);
    const { code, out } = await run(['doctor'], { cwd: dir });
    expect(out).toMatch(/problem\s+model: .*127\.0\.0\.1:1/u);
    expect(code).toBe(1);
  });

  it('of a port that is taken is told before the worker takes a step or makes its version current', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const dir = await folder();
    const taskQueue = uniqueTaskQueue();
    await writeFile(
      join(dir, 'config.yaml'),
      JSON.stringify({
        ai_response: { llm: { model: 'extractive' } },
        http: { port },
        temporal: { task_queue: taskQueue },
        kb: { embeddings: 'off' },
      }),
    );
    const env = { STEWARD__HTTP__API_KEYS: 'local-key-0123456789' };
    const ended = await run(['worker', '--role', 'reply,library'], { cwd: dir, env });
    expectSentence(
      ended,
      new RegExp(`http\\.port: Steward cannot listen on 127\\.0\\.0\\.1:${port}`, 'u'),
      1,
    );
    expect(`${ended.out}${ended.err}`).not.toContain('temporal.workers_created');
    expect(await findDeployment({ client: await testClient(), taskQueue })).toBe(null);
  });

  it('in the command is told with the way to the help', async () => {
    expectSentence(await run(['demoo']), /demo/u, 2);
  });
});

it('without a configuration, check says that every setting has its default', async () => {
  expect((await run(['check'])).out).toBe('Every setting has its default: docs/configuration.md\n');
});

it('what members wrote is for the user of Steward alone', async () => {
  const dir = await folder();
  await run(['http', 'key', '--origin', 'https://docs.example.com'], { cwd: dir });
  const modes = await Promise.all(
    ['data', 'data/steward.sqlite'].map(async (name) => (await stat(join(dir, name))).mode & 0o777),
  );
  expect(modes).toEqual([0o700, 0o600]);
});

describe('every command', () => {
  it.each(
    [
      ['demo'],
      ['dev'],
      ['worker'],
      ['ask'],
      ['index'],
      ['regenerate'],
      ['library', 'retract'],
      ['forget'],
      ['import'],
      ['captures', 'list'],
      ['captures', 'retry'],
      ['check'],
      ['doctor'],
      ['temporal', 'stop'],
    ].map((words) => words.join(' ')),
  )('has a help with an example: %s', async (command) => {
    const { code, out } = await run([...command.split(' '), '--help']);
    expect(out).toMatch(/Examples?:\n {2}\$ /u);
    expect(code).toBe(0);
  });
});
