import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listSettings } from '../config/setting-tree.ts';
import { loadConfig } from '../config/load.ts';
import { configDocUrl, withConfigTables } from './config-table.ts';

const document = readFileSync(configDocUrl, 'utf8');

describe('docs/configuration.md', () => {
  it('holds the tables that the schema gives (else run npm run generate)', () => {
    expect(document).toBe(withConfigTables(document));
  });

  it('says what every setting means', () => {
    expect(listSettings().filter(({ setting }) => setting.description === '')).toEqual([]);
  });

  it('shows an example that loads', () => {
    const example = /```yaml\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
    const { config } = loadConfig({
      path: 'config.yaml',
      env: {},
      dotenvPath: null,
      readFile: () => example,
    });
    expect(Object.keys(config.discord.channels)).toEqual(['help', 'general']);
  });

  it('cannot be made without its marks', () => {
    expect(() => withConfigTables('# Configuration')).toThrow('needs the lines');
  });
});
