import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugFromSourceId, teamSourceId, topicFileName, topicSlug } from './topic-slug.ts';

test.each([
  ['node-startup-issues', 'node-startup-issues'],
  ['Node Startup_Issues.txt', 'node-startup-issues'],
  ['team:token-deposits.TXT', 'token-deposits'],
  ['../../x', 'x'],
  ['/etc/passwd', 'etc-passwd'],
  ['Éléments façonnés', 'elements-faconnes'],
  ['  -- GPU: détection!! -- ', 'gpu-detection'],
  ['ＧＰＵ １２', 'gpu-12'],
  ['a\nb\0c', 'a-b-c'],
  ['__proto__', 'proto'],
  ['钱包问题', 'qian-bao-wen-ti'],
  ['Настройка сети', 'nastroyka-seti'],
  ['ネットワーク', 'nettowaku'],
  ['네트워크 2', 'ne-teu-wo-keu-2'],
])('%j becomes %s', (name, slug) => {
  expect(topicSlug(name)).toBe(slug);
});

test.each(['', '   ', '---', '../..', '.txt', 'team:', '🚀'])('%j leaves nothing', (name) => {
  expect(topicSlug(name)).toBeNull();
});

test('a long name is cut at a hyphen', () => {
  expect(topicSlug(`${'word-'.repeat(15)}abcdefgh-tail`)).toBe('word-'.repeat(15).slice(0, -1));
  expect(topicSlug(`${'word-'.repeat(15)}abcde-tail`)).toBe(`${'word-'.repeat(15)}abcde`);
});

test('a long word is cut at 80 characters', () => {
  expect(topicSlug('x'.repeat(200))).toBe('x'.repeat(80));
  expect(topicSlug(`a-${'x'.repeat(200)}`)).toBe(`a-${'x'.repeat(78)}`);
});

test('a slug is safe as a file name, and gives itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const slug = topicSlug(name);
      if (slug === null) return;
      expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(slug.length).toBeLessThanOrEqual(80);
      expect(topicSlug(slug)).toBe(slug);
      expect(slugFromSourceId(teamSourceId(slug))).toBe(slug);
    }),
  );
});

test('file and source are named after the slug', () => {
  expect(topicFileName('gpu')).toBe('gpu.txt');
  expect(teamSourceId('gpu')).toBe('team:gpu.txt');
});

test.each([
  'kb:gpu.txt',
  'team:gpu',
  'team:../x.txt',
  'team:a/b.txt',
  'team:GPU.txt',
  'team:.txt',
  'gpu.txt',
  'team:a.txt\n',
])('%j is the source id of no topic', (sourceId) => {
  expect(slugFromSourceId(sourceId)).toBeNull();
});
