import { expect, test } from 'vitest';
import { maskCredentials } from './mask-credentials.ts';
import { processorMilliseconds } from '../../test/support/processor-time.ts';

const random = 'aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3fG6hJ9kL2nP5';
const hex = '0123456789abcdef'.repeat(4);
const pemBody = `Proc-Type: 4,ENCRYPTED\n\n${random}\n${random}==`;
const pem = `-----BEGIN RSA PRIVATE KEY-----\n${pemBody}\n-----END RSA PRIVATE KEY-----`;

test.each([
  ['OpenAI', `sk-${random}`],
  ['OpenAI, project', `sk-proj-${random}_${random}-x`],
  ['Anthropic', `sk-ant-api03-${random}-AA`],
  ['Stripe', `sk_live_${random.slice(0, 24)}`],
  ['GitHub', `ghp_${random.slice(0, 36)}`],
  ['GitHub, OAuth', `gho_${random.slice(0, 36)}`],
  ['GitHub, app', `ghs_${random.slice(0, 36)}`],
  ['GitHub, fine-grained', `github_pat_${random.slice(0, 22)}_${random}`],
  ['Slack, bot', `xoxb-123456789012-1234567890123-${random.slice(0, 24)}`],
  ['Slack, user', `xoxp-123456789012-${random.slice(0, 24)}`],
  ['AWS', 'AKIAIOSFODNN7EXAMPLE'],
  ['Google', `AIza${random.slice(0, 35)}`],
  ['Google, OAuth', `ya29.${random}`],
  ['GitLab', `glpat-${random.slice(0, 20)}`],
  ['npm', `npm_${random.slice(0, 36)}`],
  ['Hugging Face', `hf_${random.slice(0, 34)}`],
  ['DigitalOcean', `dop_v1_${hex}`],
  ['SendGrid', `SG.${random.slice(0, 22)}.${random.slice(0, 43)}`],
  ['a JSON web token', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${random}`],
  ['a Discord bot', `MTE0NTg3NDUyNDU2NzUwMzI3MDk.GaBcDe.${random.slice(0, 38)}`],
  ['a private key', pem],
  ['a private key in JSON', pem.replaceAll('\n', '\\n')],
])('the key of %s is removed, and nothing beside it', (_, key) => {
  expect(maskCredentials(key)).toBe('[secret removed]');
  expect(maskCredentials(`KEY="${key}", why?`)).toBe('KEY="[secret removed]", why?');
  expect(maskCredentials(`Try ${key}\nor ${key}`)).toBe('Try [secret removed]\nor [secret removed]');
});

test('a private key that was cut off is removed as far as it goes', () => {
  const text = `-----BEGIN PRIVATE KEY-----\n${random}\n${random}\n\nWhat is this?`;
  expect(maskCredentials(text)).toBe('[secret removed]\n\nWhat is this?');
});

test.each([
  ['postgres://admin:hunter2@db.example:5432/app', 'postgres://admin:[secret removed]@db.example:5432/app'],
  ['redis://:p@ss@localhost:6379', 'redis://:[secret removed]@localhost:6379'],
  [
    'see https://me:x@a.example/b, https://you:y@c.example',
    'see https://me:[secret removed]@a.example/b, https://you:[secret removed]@c.example',
  ],
  ['-H "Authorization: Bearer abc.def-123" -v', '-H "Authorization: Bearer [secret removed]" -v'],
  ['authorization: basic dXNlcjpwYXNz', 'authorization: basic [secret removed]'],
  [`Bearer ${random}`, 'Bearer [secret removed]'],
  [`aws_secret_access_key = ${random.slice(0, 40)}`, 'aws_secret_access_key = [secret removed]'],
  [
    `https://discord.com/api/webhooks/123456789012345678/${random}`,
    'https://discord.com/api/webhooks/123456789012345678/[secret removed]',
  ],
])('of %j the rest stays', (text, masked) => {
  expect(maskCredentials(text)).toBe(masked);
  expect(maskCredentials(masked)).toBe(masked);
});

test.each([
  'commit 3f786850e387550fdab836ed7e6dc881de23001b',
  'sha256:7e18f737311b2dc3b2f269dd78396b0351f14fb66efa879f768cb23181883c78',
  'id 123e4567-e89b-12d3-a456-426614174000',
  'order 1234567890 and snowflake 1458745245675032709',
  '/etc/nginx/nginx.conf and C:\\Users\\me',
  'v1.2.3.4 is broken, see 10.0.0.1:8080',
  'See https://docs.example.com:8443/setup?a=b@c and mail me@example.com',
  'http://localhost:3000/users/@me',
  'task-queue, risk-free, sk-learn, sk-circle-fade-dot, npm_config_registry, hf_hub',
  'Authorization: Bearer <token> or Bearer authentication, Authorization: Bearer $TOKEN',
  'qa_20260201_031056.228000, kb:https://example.com/, MORE.WORDS.HERE',
  'AKIA is a prefix, AIza too, and eyJ starts a token',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  'My file begins with -----BEGIN PRIVATE KEY----- is that right?',
  '',
])('ordinary text is untouched: %j', (text) => {
  expect(maskCredentials(text)).toBe(text);
});

test.each([
  'a',
  'a.',
  'a://',
  'a://b:',
  'sk-',
  'sk-a',
  'sk-sk_',
  'eyJ',
  'eyJa.',
  'eyJaaaaaaaa.',
  'ghp_',
  'github_pat_',

  'xoxb-',
  'AKIA',
  'SG.',
  'SG.aaaaaaaaaaaaaaaa.',
  'M',
  'MTE0NTg3NDUyNDU2NzUwMzI3MDk.',
  'Bearer ',
  'Bearer a',
  ' ',

  'Authorization: ',
  'Authorization:',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN ',
  '-----END ',
  '-',
  'A ',
  '@',
  ':',

  '-----BEGIN PRIVATE KEY-----\n',
  '-----BEGIN PRIVATE KEY-----aaaaaaaaaaaaaaaaaaaaaaaa',
  '\\n',
  'hf_',
  'a/',
  'http://a:b',
])('200 KB of %j take no time', (unit) => {
  const text = unit.repeat(Math.ceil(200_000 / unit.length));
  maskCredentials(text.slice(0, 1_000));
  expect(processorMilliseconds(() => maskCredentials(text))).toBeLessThan(500);
});
