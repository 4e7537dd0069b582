import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const scripts = fileURLToPath(new URL('./', import.meta.url));
let root = '';

/** A project that depends on a folder of its own, so that npm needs no network. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'steward-install-'));
  mkdirSync(join(root, 'scripts'));
  mkdirSync(join(root, 'dep'));
  for (const name of ['ensure-installed.js', 'trim-modules.js'])
    cpSync(join(scripts, name), join(root, 'scripts', name));
  writeJson('dep/package.json', { name: 'dep', version: '1.0.0' });
  writeProject({ resolved: 'dep', link: true }, 'file:dep');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function writeProject(dep: object, wanted: string): void {
  const project = { name: 'project', version: '1.0.0', dependencies: { dep: wanted } };
  const packages = { '': project, dep: { version: '1.0.0' }, 'node_modules/dep': dep };
  writeJson('package.json', { ...project, type: 'module' });
  writeJson('package-lock.json', { name: 'project', version: '1.0.0', lockfileVersion: 3, packages });
}

const writeJson = (path: string, value: object): void =>
  writeFileSync(join(root, path), JSON.stringify(value));

function ensure(env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ensure-installed.js'], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  // On a busy machine npm may take so long that the notice comes.
  return { status, stdout, stderr: stderr.replace(notice, ''), hasNotice: stderr.startsWith(notice) };
}

const notice = 'Installing dependencies (usually 20-60 s)…\n';
const quietly = { status: 0, stdout: '', stderr: '' };
const nowhere = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' };
const stamp = () => readFileSync(join(root, 'node_modules', '.steward-installed'), 'utf8');

describe('ensure-installed', { timeout: 120_000 }, () => {
  it.skipIf(process.platform !== 'linux')(
    'removes what never runs here, and leaves what code is compiled against or bundled with',
    () => {
      const cores = '@temporalio/core-bridge/releases';
      const own = { x64: 'x86_64', arm64: 'aarch64' }[process.arch as 'x64' | 'arm64'];
      const [here, elsewhere] = [`${own}-unknown-linux-gnu`, 's390x-unknown-os'];
      const kept = [
        `${cores}/${here}/index.node`,
        '@temporalio/worker/lib/worker.js.map',
        'eld/src/ngrams/extrasmall.js',
        'dep/index.js',
        'dep/index.d.ts',
      ];
      const removed = [
        `${cores}/${elsewhere}/index.node`,
        'eld/src/ngrams/large.js',
        'dep/index.js.map',
        'dep/src/index.ts',
      ];
      for (const path of [...kept, ...removed]) {
        mkdirSync(join(root, 'node_modules', path, '..'), { recursive: true });
        writeFileSync(join(root, 'node_modules', path), '');
      }
      writeFileSync(join(root, 'node_modules/.package-lock.json'), '{}');
      expect(ensure()).toMatchObject(quietly);
      const there = [...kept, ...removed].filter((path) => existsSync(join(root, 'node_modules', path)));
      expect(there).toEqual(kept);
    },
  );

  it('installs what is missing and writes nothing of its own', () => {
    expect(ensure()).toMatchObject(quietly);
    expect(existsSync(join(root, 'node_modules', 'dep', 'package.json'))).toBe(true);
  });

  it('leaves alone what is installed already', () => {
    ensure();
    writeFileSync(join(root, 'node_modules', 'mark'), '');
    expect(ensure()).toMatchObject(quietly);
    expect(existsSync(join(root, 'node_modules', 'mark'))).toBe(true);
  });

  it('takes an installation by hand for done', () => {
    ensure();
    rmSync(join(root, 'node_modules', '.steward-installed'));
    writeFileSync(join(root, 'node_modules', 'mark'), '');
    expect(ensure()).toMatchObject(quietly);
    expect(existsSync(join(root, 'node_modules', 'mark'))).toBe(true);
  });

  it('installs again when package-lock.json has changed', () => {
    ensure();
    const before = stamp();
    writeFileSync(join(root, 'node_modules', 'mark'), '');
    writeFileSync(
      join(root, 'package-lock.json'),
      `${readFileSync(join(root, 'package-lock.json'), 'utf8')}\n`,
    );
    const later = new Date(Date.now() + 5000);
    utimesSync(join(root, 'package-lock.json'), later, later);
    expect(ensure()).toMatchObject(quietly);
    expect(existsSync(join(root, 'node_modules', 'mark'))).toBe(false);
    expect(stamp()).not.toBe(before);
  });

  it('says in one sentence that the registry cannot be reached', () => {
    writeProject({ version: '1.0.0', resolved: 'http://127.0.0.1:9/dep/-/dep-1.0.0.tgz' }, '^1.0.0');
    const { status, stdout, stderr } = ensure(nowhere);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(
      /^Steward's dependencies .* cannot reach its registry \(ECONNREFUSED\): connect .*\.\n$/,
    );
  });

  it('says in one sentence that the two package files do not fit together', () => {
    writeJson('package.json', {
      name: 'project',
      version: '1.0.0',
      dependencies: { other: 'file:dep' },
      type: 'module',
    });
    const { status, stderr } = ensure();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Steward's dependencies cannot be installed \(EUSAGE\): .*\.\n$/);
  });

  it('says how long it usually takes when it takes long', () => {
    writeFileSync(join(root, 'dep', 'npm'), '#!/bin/sh\nmkdir -p node_modules\n/bin/sleep 3\n', {
      mode: 0o755,
    });
    const path = [join(root, 'dep'), '/usr/bin', '/bin'].join(delimiter);
    expect(ensure({ PATH: path, npm_execpath: '' })).toEqual({ ...quietly, hasNotice: true });
  });

  it('says in one sentence that there is no npm', () => {
    const { status, stderr } = ensure({ PATH: join(root, 'dep'), npm_execpath: '' });
    expect(status).toBe(1);
    expect(stderr).toBe('npm cannot be started: install Node with npm from https://nodejs.org.\n');
  });
});
