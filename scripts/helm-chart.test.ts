import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { loadConfig } from '../config/load.ts';
import { metricsPortOf } from '../config/schema/http.ts';
import { configSchema } from '../config/schema.ts';
import { queues } from '../workflows/contract/names.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const chart = `${root}charts/steward`;
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const hasHelm = spawnSync('helm', ['version']).status === 0;

/** What the checks below read of a Deployment. */
const deployment = z.object({
  spec: z.object({
    replicas: z.int().optional(),
    strategy: z.unknown().optional(),
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.int(),
        securityContext: z.unknown(),
        containers: z.tuple([
          z.object({
            image: z.string(),
            args: z.array(z.string()),
            env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
            envFrom: z.array(z.unknown()).default([]),
            securityContext: z.unknown(),
            ports: z.array(z.object({ name: z.string(), containerPort: z.int() })),
            volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
          }),
        ]),
        volumes: z.array(z.object({ name: z.string() })),
      }),
    }),
  }),
});
const resource = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });

const required = [
  'image.repository=ghcr.io/owner/steward',
  'existingSecret=secrets',
  'temporal.address=t:7233',
];

function render(...settings: readonly string[]) {
  const args = settings.flatMap((setting) => ['--set', setting]);
  const text = execFileSync('helm', ['template', 'demo', chart, ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const resources = parseAllDocuments(text, { uniqueKeys: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return resource.parse(document.toJS());
  });
  const named = (kind: string, name: string) =>
    resources.find((one) => one.kind === kind && one.metadata.name === name);
  const role = (name: string) => {
    const { spec } = deployment.parse(named('Deployment', `demo-${name}`));
    const pod = spec.template.spec;
    const [container] = pod.containers;
    return { ...spec, pod, container, names: container.env.map((one) => one.name) };
  };
  return { resources, named, role };
}

describe('the Helm chart', () => {
  it('has at most 200 lines, and the version of the package', () => {
    const files = globSync('**/*.*', { cwd: chart });
    const lines = files.flatMap((file) => read(`charts/steward/${file}`).trimEnd().split('\n'));
    expect(lines.length).toBeLessThanOrEqual(200);
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    expect(parse(read('charts/steward/Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });
});

describe.skipIf(!hasHelm)('the rendered Helm chart (skipped where helm is not on the PATH)', () => {
  it('passes helm lint', () => {
    const args = required.flatMap((setting) => ['--set', setting]);
    expect(spawnSync('helm', ['lint', '--strict', chart, ...args])).toMatchObject({ status: 0 });
  });

  it.each([0, 1, 2])('says what is missing without required setting %i', (at) => {
    expect(() => render(...required.toSpliced(at, 1))).toThrow(
      `Set ${(required[at] ?? '').replace(/=.*/u, '')} to`,
    );
  });

  it('runs one bot, which ends before another starts, and as many of the others as asked', () => {
    const { role } = render(...required, 'reply.replicas=3', 'library.replicas=2', 'bot.replicas=5');
    expect(role('bot')).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    expect([role('reply').replicas, role('library').replicas]).toEqual([3, 2]);
  });

  it.each(['bot', 'reply', 'library'] as const)('lets %s write in its volumes alone', (name) => {
    const { pod, container } = render(...required).role(name);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.args).toEqual(['worker', '--role', name]);
    expect(container.ports[0]).toEqual({ name: 'metrics', containerPort: metricsPortOf(9464, [name]) });
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(
      configSchema.parse({}).temporal.drain_seconds + 10,
    );
    const volumes = pod.volumes.map((volume) => volume.name);
    expect(container.volumeMounts.map((mount) => mount.name)).toEqual(volumes);
  });

  it('gives the bot its own secrets alone, and HTTP to reply alone', () => {
    const { role, named } = render(...required, 'http.port=80');
    const [bot, reply, library] = [role('bot'), role('reply'), role('library')];
    expect(bot.container.envFrom).toEqual([]);
    expect(bot.names.slice(-3)).toEqual([
      'STEWARD__DISCORD__TOKEN',
      'STEWARD__STORAGE__URL',
      'TEMPORAL_API_KEY',
    ]);
    expect(reply.container.envFrom).toEqual([{ secretRef: { name: 'secrets' } }]);
    expect(reply.names).toContain('STEWARD__HTTP__PORT');
    expect(library.container.env).toContainEqual({ name: 'STEWARD__HTTP__API_KEYS', value: '' });
    expect(library.names).not.toContain('STEWARD__HTTP__PORT');
    expect(named('Service', 'demo')).toMatchObject({ spec: { ports: [{ port: 80, targetPort: 'http' }] } });
  });

  it('names only settings that exist, and its configuration loads', () => {
    const { role, named } = render(...required, 'http.port=80', 'documents.existingClaim=docs');
    const { data } = z
      .object({ data: z.object({ 'config.yaml': z.string() }) })
      .parse(named('ConfigMap', 'demo'));
    for (const name of ['bot', 'reply', 'library']) {
      const env = Object.fromEntries(role(name).container.env.map((one) => [one.name, one.value ?? '']));
      const load = () =>
        loadConfig({
          path: 'config.yaml',
          env: {
            ...env,
            STEWARD__STORAGE__URL: 'postgresql://steward:x@db/steward',
            STEWARD__HTTP__API_KEYS: '0123456789abcdef',
          },
          dotenvPath: null,
          readFile: () => data['config.yaml'],
        });
      expect(load).not.toThrow();
    }
  });

  it('mounts certificates and documents when they are named', () => {
    const { role } = render(...required, 'temporal.tlsSecret=tls', 'documents.existingClaim=docs');
    const mounts = role('library').container.volumeMounts.map((mount) => mount.mountPath);
    expect(mounts).toEqual(['/etc/steward/config.yaml', '/data', '/tmp', '/etc/steward/tls', '/docs']);
    expect(role('library').names).toContain('TEMPORAL_TLS_CLIENT_KEY_PATH');
  });

  it.each(['reply', 'library'] as const)('scales %s on the tasks that wait in its queue', (name) => {
    const { role, named } = render(
      ...required,
      'autoscaling.enabled=true',
      'config.temporal.task_queue=ours',
    );
    expect(role(name).replicas).toBeUndefined();
    const query = `max(steward_task_queue_backlog{queue="${queues('ours')[name]}"})`;
    expect(named('ScaledObject', `demo-${name}`)).toMatchObject({
      spec: {
        scaleTargetRef: { name: `demo-${name}` },
        triggers: [{ metadata: { query, threshold: '10' } }],
      },
    });
    expect(named('ScaledObject', 'demo-bot')).toBeUndefined();
  });
});
