import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { httpKey } from './http.ts';

const printed = (options: Partial<Parameters<typeof httpKey>[0]>, yaml = 'http: {}\n'): string => {
  const config = join(mkdtempSync(join(tmpdir(), 'steward-http-')), 'config.yaml');
  writeFileSync(config, yaml);
  const lines: string[] = [];
  const writing = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => lines.push(String(text)) > 0),
  );
  try {
    httpKey({ json: false, origin: [], sources: [], config, ...options });
  } finally {
    for (const spy of writing) spy.mockRestore();
  }
  return lines.join('');
};

test('a new key is printed as the configuration takes it, and listed once it is there', () => {
  const made = printed({
    origin: ['https://docs.example.com/guide/'],
    sources: ['api'],
    questionsPerDay: 200,
  });
  const yaml = /http:\n[^]*questions_per_day: 200/u.exec(made)?.[0] ?? '';
  const key = /data-key="([\w-]+)"/u.exec(made)?.[1] ?? '';
  expect(yaml).toContain('origins: [https://docs.example.com]');
  const withSource = `${yaml}\nkb:\n  sources: [{ site: https://docs.example.com/api/, group: api }]\n`;
  expect(printed({}, withSource)).toBe(
    `${key}  https://docs.example.com; sources api; 200 questions a day\n`,
  );
});

test('without a key the way to one is named, and what is no origin is refused', () => {
  expect(printed({})).toContain('npx steward http key --origin');
  expect(() => printed({ origin: ['docs'] })).toThrow('not docs');
  expect(() => printed({ sources: ['api'] })).toThrow('--origin');
});
