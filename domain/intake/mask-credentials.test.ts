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
  expect(maskCredentials(`it is _${key} here`)).toBe('it is _[secret removed] here');
});

test.each([
  ['in a spoiler', 'my password: ||hunter2x||', 'my password: ||[secret removed]||'],
  [
    'in JSON inside a text',
    String.raw`{\"password\":\"hunter2x\"}`,
    String.raw`{\"password\":\"[secret removed]\"}`,
  ],
  ['on the line below', 'password:\nhunter2xyz\nwhy?', 'password:\n[secret removed]\nwhy?'],
  ['in code below', 'the token:\n```\nab12cd34ef\n```', 'the token:\n```\n[secret removed]\n```'],
  ['under a Chinese name', '密码：hunter2x 不行', '密码：[secret removed] 不行'],
  ['under a Japanese name', 'パスワード: hunter2x', 'パスワード: [secret removed]'],
  ['under a Korean name', '비밀번호=hunter2x', '비밀번호=[secret removed]'],
])('a secret %s is removed', (_, text, masked) => {
  expect(maskCredentials(text)).toBe(masked);
});

test.each([
  'The token:\nIt expires in 30 days.',
  '密码：8 位以上',
  'Passwords:\n- use 12 characters',
  'password:\nsee section2 below',
])('words about secrets stay: %j', (text) => {
  expect(maskCredentials(text)).toBe(text);
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

test('a certificate is no secret', () => {
  const text = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
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

test.each([
  'DB_PASSWORD=hunter22',
  'password: hunter2',
  '"password": "correct horse"'.replace(' horse', ''),
  'Server=db;Password=Zebra9x;User=sa',
  `AccountKey=${random}==`,
  `https://api.example.com/v1?api_key=${random}&page=2`,
  'curl -u admin:zebra99 https://example.com',
  `Cookie: session=${random}`,
  'otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP&issuer=A',
  'maya:$apr1$Zt8Qm2Lk$7bC1dE2fG3hI4jK5lM6nO/',
  `client_secret = '${random}'`,
  `export API_TOKEN=${random}`,
  `gsk_${random}`,
  `xai-${random}`,
  `pypi-${random}`,
  `hvs.${random}`,
  `dckr_pat_${random}`,
  `whsec_${random}`,
  `GOCSPX-${random.slice(0, 28)}`,
  `123456789:A${random.slice(0, 34)}`,
  `shpat_${hex.slice(0, 32)}`,
  `glsa_${random}`,
  `sntrys_${random}`,
  `tskey-auth-${random}`,
  `ntn_${random}`,
  `lin_api_${random}`,
  `dapi${hex.slice(0, 32)}`,
  `ATATT3${random}`,
  `AGE-SECRET-KEY-1${random.toUpperCase()}`,
])('a secret of this form is found: %s', (text) => {
  const masked = maskCredentials(text);
  expect(masked).toContain('[secret removed]');
  expect(maskCredentials(masked)).toBe(masked);
  for (const secret of [random, 'hunter2', 'correct', 'Zebra9x', 'zebra99', 'JBSWY3DPEHPK3PXP', 'Zt8Qm2Lk'])
    expect(masked).not.toContain(secret);
});

test.each(['password=', 'a.password', 'token: a1', '"secret":"', 'Cookie: a=', 'curl -u a:', 'pass-pass_'])(
  '200 KB of assignments like %j take no time',
  (unit) => {
    const text = unit.repeat(Math.ceil(200_000 / unit.length));
    maskCredentials(text.slice(0, 1_000));
    expect(processorMilliseconds(() => maskCredentials(text))).toBeLessThan(1_000);
  },
);

test.each([
  '**Password:** hunter2x',
  '**Password:** `hunter2x`',
  'password -> hunter2x',
  '| password | hunter2x |',
  'the password is: hunter2x',
  'mật khẩu: hunter2x',
])('is found as people format it: %s', (said) => {
  expect(maskCredentials(said)).not.toContain('hunter2x');
});
