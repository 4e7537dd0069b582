import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const { version } = JSON.parse(read('package.json')) as { readonly version: string };

const workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.union([z.string(), z.array(z.string())]).default([]),
      permissions: z.record(z.string(), z.string()).default({}),
      steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })).default([]),
      uses: z.string().optional(),
      'timeout-minutes': z.int().optional(),
    }),
  ),
});
const files = globSync('.github/workflows/*.yml', { cwd: root });
const workflows = new Map(files.map((file) => [file, workflow.parse(parse(read(file), { merge: true }))]));
const jobs = [...workflows].flatMap(([file, { jobs: all }]) =>
  Object.entries(all).map(([name, job]) => ({ file, name, job })),
);

describe('the workflows at GitHub', () => {
  it.each(files)('%s may read the code, and no more without saying so at a job', (file) => {
    expect(workflows.get(file)?.permissions).toEqual({ contents: 'read' });
  });

  it.each(jobs)(
    '$file: $name is bounded, waits for jobs that exist, and pins its actions',
    ({ file, job }) => {
      expect(job.uses ?? job['timeout-minutes']).toBeDefined();
      for (const needed of [job.needs].flat()) expect(workflows.get(file)?.jobs).toHaveProperty(needed);
      const actions = job.steps.flatMap(({ uses = [] }) => uses);
      expect(actions.filter((action) => !/^actions\/[\w-]+@v\d+$/u.test(action))).toEqual([]);
      expect(existsSync(`${root}${job.uses ?? ''}`)).toBe(true);
    },
  );

  it.each(jobs)('$file: $name runs scripts that exist, without a mistake in their syntax', ({ job }) => {
    for (const { run = '' } of job.steps) {
      // An expression of GitHub in a script would be code of whoever chose its value.
      expect(run).not.toContain('${{');
      expect(spawnSync('bash', ['-n', '-c', run], { encoding: 'utf8' }).stderr).toBe('');
      for (const [path] of run.matchAll(/\b(?:scripts|\.ci)\/[\w/.-]+/gu))
        expect(existsSync(`${root}${path}`)).toBe(true);
    }
  });

  it('publishes nothing before the image was tried and every test has passed', () => {
    const all = workflows.get('.github/workflows/release.yml')?.jobs ?? {};
    const publishers = Object.entries(all).filter(([name]) => name.startsWith('publish-'));
    expect(publishers.map(([name]) => name)).toEqual(['publish-image', 'publish-package']);
    for (const [, { needs }] of publishers) expect(needs).toEqual(expect.arrayContaining(['image', 'tests']));
    const steps = all['image']?.steps.map(({ run = '' }) => run) ?? [];
    expect(steps.findIndex((run) => run.includes('try-image.sh'))).toBeLessThan(
      steps.findIndex((run) => run.includes('docker push')),
    );
  });
});

describe('the scripts for a release', () => {
  const notes = `${root}scripts/operations/release-notes.sh`;

  it('print the section of the changelog', () => {
    const section = execFileSync(notes, [version], { encoding: 'utf8' });
    expect(section).toMatch(/^- The first version\.\n/u);
    expect(section).not.toMatch(/^## /mu);
  });

  it('refuse a tag that the package does not have', () => {
    const { status, stderr } = spawnSync(notes, ['99.0.0'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'package.json does not say   "version": "99.0.0",\n',
    });
  });

  it('have no mistake in their syntax', () => {
    for (const script of ['try-image', 'try-compose', 'release-notes'])
      expect(
        spawnSync('bash', ['-n', `${root}scripts/operations/${script}.sh`], { encoding: 'utf8' }).stderr,
      ).toBe('');
  });

  it('the image names no root, one volume, and how it is stopped and asked', () => {
    const dockerfile = read('Dockerfile');
    for (const line of [
      'USER node',
      'VOLUME /data',
      'WORKDIR /data',
      'STOPSIGNAL SIGTERM',
      'ENTRYPOINT ["steward"]',
    ])
      expect(dockerfile.split('\n')).toContain(line);
    expect(read('docker-compose.yml')).toContain(`image: steward:${version}\n`);
  });
});
