import { expect, test } from 'vitest';
import { message } from '../../test/support/values/messages.ts';
import { filledForm, linesOf } from '../../test/support/values/secret-forms.ts';
import { hideKeys, maskCredentials, withoutCredentials } from './mask-credentials.ts';

const random = 'aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3fG6hJ9kL2nP5';
const hex = '0123456789abcdef'.repeat(4);

test('of two hundred lines of logs and documents with hashes, ids, versions and placeholders none is touched', () => {
  const lines = linesOf('harmless-lines.txt');
  expect(lines.length).toBeGreaterThanOrEqual(200);
  expect(lines.filter((line) => maskCredentials(line) !== line)).toEqual([]);
});

test('at least .92 of the forms of secrets are found, whatever they hold', () => {
  const forms = linesOf('secret-forms.txt');
  const isFound = (form: string, seed: number): boolean => {
    const { text, secrets } = filledForm(form, seed);
    const masked = maskCredentials(text);
    return (
      masked.includes('[secret removed]') && !secrets.some((one) => one.length > 8 && masked.includes(one))
    );
  };
  const seeds = [1, 2, 3, 4, 5];
  const found = forms.flatMap((form) => seeds.filter((seed) => isFound(form, seed)));
  expect(found.length / (forms.length * seeds.length)).toBeGreaterThanOrEqual(0.92);
  expect(forms.filter((form) => !seeds.some((seed) => isFound(form, seed)))).toEqual([]);
});

test('a message keeps no secret in its words, its author’s name and the names of its files', () => {
  const key = `ghp_${random.slice(0, 36)}`;
  const file = { id: '1', contentType: 'text/plain', sizeBytes: 1, url: 'https://cdn.example/1' };
  const kept = withoutCredentials(
    message(1, {
      text: `Title ${key}\n${key}`,
      author: { id: '1', kind: 'community_user', name: key },
      attachments: [{ ...file, fileName: `${key}.txt` }],
    }),
  );
  expect(JSON.stringify(kept)).not.toContain(key);
});

test.each([
  `https://host.example/v1?key=AIza${random.slice(0, 35)}`,
  'https://host.example/v1?key=sk-abc',
  'https://host.example/v1?api-version=1&api_key=abc',
  'https://host.example/v1?subscription-key=abc',
  `https://host.example/v1#access_token=${random}`,
  `https://host.example/sk-${random}/v1`,
  `https://api.telegram.org/bot123456789:A${random.slice(0, 34)}/v1`,
  `https://host.example/v1?x=%73k-${random}`,
  `https://hooks.slack.com/services/T01/B02/${random.slice(0, 24)}`,
  'https://user:pass@host.example/v1?key=sk-abc',
  'https://user@host.example/v1',
  'https://host.example/v1?url=https://a:hunter22@b.example',
  `https://host.example/v1?X-Amz-Signature=${hex}`,
])('an address with a key in it is not shown whole: %s', (address) => {
  const shown = hideKeys(address);
  expect(shown).not.toBe(address);
  for (const part of [random.slice(0, 24), 'sk-abc', '=abc', 'hunter22', 'user', 'pass', hex])
    expect(shown).not.toContain(part);
});

test.each([
  'https://api.openai.com/v1',
  'http://127.0.0.1:11434/v1',
  'https://my-resource.openai.azure.com/openai/deployments/gpt-4o?api-version=2024-10-21',
  'https://gateway.ai.cloudflare.com/v1/0123456789abcdef0123456789abcdef/steward/openai',
  'https://docs.example.com/guide/?lang=en&page=2#api-keys',
  'https://docs.google.com/document/d/1A2b3C4d5E6f7G8h9I0jKlMnOpQrStUvWxYz/edit#heading=h.3znysh7',
  'https://example.com/w/index.php?title=Password&action=raw',
  'https://en.example.org/wiki/Token_(economics)?keyword=access',
])('an address without one is: %s', (address) => {
  expect(hideKeys(address)).toBe(address);
});
