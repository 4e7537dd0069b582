import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConnection } from './connection-settings.ts';

/** No configuration file of the person who runs the tests. */
const nowhere = { TEMPORAL_CONFIG_FILE: join(tmpdir(), 'steward-no-such-file.toml') };

async function configFile(text: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'steward-settings-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await writeFile(join(dir, 'temporal.toml'), text);
  return join(dir, 'temporal.toml');
}

test('without any setting there is no address, so that the embedded server is meant', () => {
  expect(loadConnection(nowhere)).toMatchObject({ address: null, namespace: 'default' });
});

test('an API key means TLS', () => {
  const settings = loadConnection({
    ...nowhere,
    TEMPORAL_ADDRESS: 'a.example.com:7233',
    TEMPORAL_API_KEY: 'k',
  });
  expect(settings.options).toMatchObject({ tls: true, apiKey: 'k' });
});

test.each(['localhost:7233', '127.0.0.1:7233', '[::1]:7233'])(
  '%s is plaintext even with an API key',
  (address) => {
    const settings = loadConnection({ ...nowhere, TEMPORAL_ADDRESS: address, TEMPORAL_API_KEY: 'k' });
    expect(settings.options.tls).toBe(false);
  },
);

test('TLS that was asked for is used on loopback as well', () => {
  const settings = loadConnection({ ...nowhere, TEMPORAL_ADDRESS: 'localhost:7233', TEMPORAL_TLS: 'true' });
  expect(settings.options.tls).toBeTruthy();
});

test('a profile of the configuration file is read, and the environment overrides it', async () => {
  const TEMPORAL_CONFIG_FILE = await configFile(
    '[profile.prod]\naddress = "prod.example.com:7233"\nnamespace = "support"\n',
  );
  const env = { TEMPORAL_CONFIG_FILE, TEMPORAL_PROFILE: 'prod', TEMPORAL_NAMESPACE: 'other' };
  expect(loadConnection(env)).toMatchObject({ address: 'prod.example.com:7233', namespace: 'other' });
});

test('a configuration file that is not TOML is named, and nothing of its content', async () => {
  const TEMPORAL_CONFIG_FILE = await configFile('[profile.default\napi_key = "very-secret"\n');
  const load = () => loadConnection({ TEMPORAL_CONFIG_FILE });
  expect(load).toThrow(expect.objectContaining({ name: 'PortError', code: 'temporal_settings_unreadable' }));
  expect(load).toThrow(TEMPORAL_CONFIG_FILE);
  expect(load).not.toThrow('very-secret');
});

test('a profile that does not exist is named', async () => {
  const TEMPORAL_CONFIG_FILE = await configFile('[profile.prod]\naddress = "prod.example.com:7233"\n');
  expect(() => loadConnection({ TEMPORAL_CONFIG_FILE, TEMPORAL_PROFILE: 'typo' })).toThrow(
    'TEMPORAL_PROFILE=typo',
  );
});
