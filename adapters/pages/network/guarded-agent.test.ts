import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { expect, it } from 'vitest';
import { startSite, testPages } from '../../../test/support/pages/test-site.ts';

/** A resolver that answers in turn from a list, as one in an attacker's hands does. */
function resolverOf(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve: LookupFunction = (hostname, options: LookupOptions, callback) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    const found: LookupAddress[] = addresses.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
  return { resolve, asked };
}

const ask = (url: string, resolve: LookupFunction) =>
  testPages([], { resolve })
    .fetch({ url, maxBytes: 1000, timeoutSeconds: 3, accept: ['html', 'text'] })
    .then(
      () => 'fetched',
      ({ code }) => String(code),
    );

it.each([
  [['127.0.0.1']],
  [['169.254.169.254']],
  [['::ffff:127.0.0.1']],
  [['10.0.0.1', '127.0.0.1', '::1']],
  [['fe80::1%lo']],
  [[]],
  [['not an address']],
])('a public name that resolves to %j leads nowhere', async (addresses) => {
  const { resolve } = resolverOf(addresses);
  expect(await ask('http://docs.example.com/', resolve)).toBe('page_forbidden_address');
});

it('a name that resolves to another address the second time is resolved once, and gains nothing', async () => {
  const site = await startSite({ '*': '<p>inner</p>' });
  const { resolve, asked } = resolverOf(['203.0.114.1'], ['127.0.0.1']);
  // 203.0.114.1 is public; whatever becomes of that connection, the inner site is not asked.
  await testPages([], { resolve })
    .fetch({
      url: `http://docs.example.com:${site.port}/`,
      maxBytes: 1000,
      timeoutSeconds: 0.5,
      accept: ['html'],
    })
    .catch(() => undefined);
  expect(asked).toHaveLength(1);
  expect(site.seen).toHaveLength(0);
  expect(await ask(`http://docs.example.com:${site.port}/`, resolve)).toBe('page_forbidden_address');
  expect(site.seen).toHaveLength(0);
});

it('of several addresses only the public ones are tried', async () => {
  const site = await startSite({ '*': '<p>inner</p>' });
  const { resolve } = resolverOf(['127.0.0.1', '203.0.114.1']);
  await testPages([], { resolve })
    .fetch({
      url: `http://docs.example.com:${site.port}/`,
      maxBytes: 1000,
      timeoutSeconds: 0.5,
      accept: ['html'],
    })
    .catch(() => undefined);
  expect(site.seen).toHaveLength(0);
});

it('a name of the config may resolve to an inner address', async () => {
  const site = await startSite({ '/': '<!doctype html><p>inner</p>' });
  const { resolve } = resolverOf(['127.0.0.1']);
  const page = await testPages([], { resolve, allowHosts: [`docs.internal:${site.port}`] }).fetch({
    url: `http://docs.internal:${site.port}/`,
    maxBytes: 1000,
    timeoutSeconds: 3,
    accept: ['html'],
  });
  expect(page).toMatchObject({ outcome: 'fetched' });
});

it('no proxy of the environment is asked', async () => {
  const proxy = await startSite({ '*': '<p>proxy</p>' });
  const site = await startSite({ '/': '<!doctype html><p>site</p>' });
  process.env['HTTP_PROXY'] = process.env['http_proxy'] = proxy.url;
  try {
    await testPages([site]).fetch({
      url: `${site.url}/`,
      maxBytes: 1000,
      timeoutSeconds: 3,
      accept: ['html'],
    });
  } finally {
    delete process.env['HTTP_PROXY'];
    delete process.env['http_proxy'];
  }
  expect(proxy.seen).toHaveLength(0);
});
