import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { temporalServerVersion } from '../adapters/temporal/server/make-server.ts';
import { variableName } from '../config/layers/env-layer.ts';
import { settingTree, type Setting } from '../config/setting-tree.ts';
import { configSchema } from '../config/schema.ts';
import { dynamicConfig } from '../adapters/temporal/server/start-server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const runSteward = `${root}compose/run-steward.sh`;
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** What this file uses of the Compose specification, and nothing else. */
const service = z.strictObject({
  image: z.string(),
  build: z.literal('.').optional(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  logging: z.strictObject({
    driver: z.literal('json-file'),
    options: z.strictObject({ 'max-size': z.string(), 'max-file': z.string() }),
  }),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.array(z.string()).optional(),
  mem_limit: z.string().regex(/^\d+[mg]$/),
  pids_limit: z.int().optional(),
  restart: z.string().regex(/^(unless-stopped|on-failure:\d+)$/),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).optional(),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()).min(2),
      interval: z.string(),
      timeout: z.string(),
      retries: z.int(),
      start_period: z.string(),
    })
    .optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }),
    )
    .default({}),
});

const file = z.strictObject({
  'x-service': z.unknown(),
  'x-once': z.unknown(),
  'x-steward': z.unknown(),
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
});

const { services, volumes } = file.parse(parse(read('docker-compose.yml'), { merge: true }));
const all = Object.entries(services);

describe('docker-compose.yml', () => {
  it('pins every image to a version', () => {
    for (const [, { image }] of all)
      expect(image).toMatch(/^[\w/-]+:\d+\.\d+(\.\d+)?[\w.-]*(@sha256:[0-9a-f]{64})?$/);
  });

  it('opens ports on this machine only', () => {
    const ports = all.flatMap(([, one]) => one.ports);
    expect(ports.length).toBeGreaterThan(0);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('holds no password and no key, and says which variable is missing', () => {
    const secrets = all.flatMap(([, { environment }]) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|PWD|SECRET|TOKEN|KEY/.test(name)),
    );
    expect(secrets.length).toBeGreaterThan(0);
    for (const [, value] of secrets)
      expect(value).toMatch(/^$|^\$\{(?:POSTGRES|STEWARD_DATABASE)_PASSWORD:\?Set [A-Z_]+ in .+\}$/);
  });

  it('waits only for services that can become healthy, or that end', () => {
    const doubtful = all.flatMap(([name, { depends_on: needs }]) =>
      Object.entries(needs).flatMap(([needed, { condition }]) => {
        const other = services[needed];
        const fits =
          condition === 'service_healthy' ? other?.healthcheck : other?.restart.startsWith('on-failure');
        return fits ? [] : [`${name} waits for ${needed}`];
      }),
    );
    expect(doubtful).toEqual([]);
  });

  it('mounts declared volumes and files that exist', () => {
    const sources = all.flatMap(([, one]) => one.volumes.map(volumeSource));
    const missing = sources.filter((source) =>
      source.startsWith('.') ? !existsSync(`${root}${source}`) : !(source in volumes),
    );
    expect(missing).toEqual([]);
  });

  it('runs each role once, with a data folder of its own, on one database', () => {
    const stewards = all.filter(([, one]) => one.build);
    expect(stewards.map(([, one]) => one.command)).toEqual(
      ['bot', 'reply', 'library'].map((role) => ['steward', 'worker', '--role', role]),
    );
    const drainSeconds = configSchema.parse({}).temporal.drain_seconds;
    const dockerfile = read('Dockerfile');
    for (const [, { entrypoint, healthcheck, stop_grace_period: grace = '0s' }] of stewards) {
      expect(Number.parseInt(grace, 10)).toBeGreaterThan(drainSeconds + 10);
      expect(entrypoint).toEqual(['/bin/sh', '/app/compose/run-steward.sh']);
      expect(dockerfile).toContain(
        ` CMD ${JSON.stringify(healthcheck?.test.slice(1)).replaceAll('","', '", "')}\n`,
      );
    }
    const folders = stewards.flatMap(([, one]) => one.volumes.filter((volume) => volume.endsWith(':/data')));
    expect(new Set(folders).size).toBe(3);
    for (const [, { environment }] of stewards) {
      expect(environment['STEWARD__STORAGE__KIND']).toBe('postgres');
      expect(environment['STEWARD__STORAGE__URL']).toMatch(
        /^postgresql:\/\/steward:\$\{STEWARD_DATABASE_PASSWORD:\?.+\}@postgresql:5432\/steward$/,
      );
    }
  });

  it('gives each role the secrets that it needs, and .env to no other service', () => {
    const secretsIn = (setting: Setting, path: readonly string[]): readonly string[] =>
      setting.kind === 'secret'
        ? [variableName(path)]
        : Object.entries(setting.fields).flatMap(([name, field]) => secretsIn(field, [...path, name]));
    const secrets = secretsIn(settingTree, []);
    const given = (role: string) =>
      secrets.filter((name) => services[`steward-${role}`]?.environment[name] !== '');
    expect(given('bot')).toEqual(['STEWARD__DISCORD__TOKEN', 'STEWARD__STORAGE__URL']);
    expect(secrets.filter((name) => !given('reply').includes(name))).toEqual([]);
    expect(secrets.filter((name) => !given('library').includes(name))).toEqual(['STEWARD__HTTP__API_KEYS']);
    expect(all.filter(([, one]) => one.env_file).map(([name]) => name)).toEqual(
      all.filter(([, one]) => one.build).map(([name]) => name),
    );
  });

  it('lets Steward write nowhere but in its volume and in a small /tmp', () => {
    for (const [, one] of all.filter(([, { build }]) => build)) {
      expect(one).toMatchObject({ read_only: true, tmpfs: ['/tmp:size=64m'] });
      expect(one.cap_add).toBeUndefined();
      const writable = one.volumes.filter((volume) => !volume.endsWith(':ro'));
      expect(writable).toEqual([expect.stringMatching(/^steward-\w+:\/data$/u)]);
    }
  });

  it('starts the server that Steward runs itself, with the same settings', () => {
    const temporal = services['temporal'];
    const path = temporal?.environment['DYNAMIC_CONFIG_FILE_PATH'];
    expect(temporal?.volumes).toContain(`./compose/dynamic-config.yaml:${path}:ro`);
    const settings = parse(read('compose/dynamic-config.yaml')) as Record<string, [{ value: unknown }]>;
    const given = Object.entries(settings).map(([name, [{ value }]]) => `${name}=${String(value)}`);
    expect(given.toSorted()).toEqual(dynamicConfig.toSorted());
    expect(temporal?.image).toBe(`temporalio/server:${temporalServerVersion}`);
    expect(services['temporal-schema']?.image).toBe(`temporalio/admin-tools:${temporalServerVersion}`);
  });

  it('brings shell scripts without a mistake in their syntax', () => {
    for (const script of [
      'compose/setup-schema.sh',
      'compose/setup-namespace.sh',
      'compose/setup-database.sh',
      'compose/run-steward.sh',
    ]) {
      expect(spawnSync('sh', ['-n', `${root}${script}`], { encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      });
    }
  });

  it.each([0, 1, 137])('ends as the worker does, with %i', (code) => {
    const { status } = spawnSync('sh', [runSteward, 'sh', '-c', `exit ${code}`]);
    expect(status).toBe(code);
  });

  it('waits for a person when the worker ends with exit code 2, and is unhealthy', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'steward-compose-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const marker = join(dir, 'needs-a-person');
    const env = { ...process.env, NEEDS_A_PERSON: marker };
    const container = spawn('sh', [runSteward, 'sh', '-c', 'echo started >&2; exit 2'], { env });
    const ended = once(container, 'exit');
    let said = '';
    container.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await expect.poll(() => said).toMatch(/^started\nThis container waits for a person/u);
    expect([existsSync(marker), container.exitCode]).toEqual([true, null]);
    container.kill('SIGTERM');
    expect(await ended).toEqual([2, null]);
  });

  it('lets a worker that is stopped end by itself', async () => {
    const work = 'trap "echo ended; exit 0" TERM; echo works; while :; do sleep 0.1; done';
    const container = spawn('sh', [runSteward, 'sh', '-c', work]);
    const ended = once(container, 'exit');
    let said = '';
    container.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await expect.poll(() => said).toBe('works\n');
    container.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(said).toBe('works\nended\n');
  });

  it.skipIf(!hasAnalyzer())('has a unit for machines without containers that systemd accepts', () => {
    const dir = mkdtempSync(join(tmpdir(), 'steward-systemd-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const unit = read('compose/systemd/steward@.service').replace('/usr/local/bin/steward', process.execPath);
    writeFileSync(join(dir, 'steward@.service'), unit);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(dir, 'steward@all.service')], {
      encoding: 'utf8',
    });
    expect({ status, mistakes: stderr.split('\n').filter((line) => line.includes('steward@')) }).toEqual({
      status: 0,
      mistakes: [],
    });
  });

  it.skipIf(!hasCompose())('is accepted by docker compose', () => {
    const env = { ...process.env, POSTGRES_PASSWORD: 'x', STEWARD_DATABASE_PASSWORD: 'x' };
    const result = spawnSync('docker', ['compose', 'config', '--quiet'], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    expect(result).toMatchObject({ status: 0, stderr: '' });
  });
});

/** `${NAME:-./folder}` counts as its default. */
const volumeSource = (volume: string): string =>
  volume.replace(/^\$\{\w+:-([^}]+)\}/, '$1').split(':')[0] ?? '';

function hasCompose(): boolean {
  return spawnSync('docker', ['compose', 'version']).status === 0;
}

function hasAnalyzer(): boolean {
  return spawnSync('systemd-analyze', ['--version']).status === 0;
}
