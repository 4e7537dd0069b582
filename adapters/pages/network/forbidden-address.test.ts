import { describe, expect, it } from 'vitest';
import { allowHosts, requirePageUrl } from './page-url.ts';

const nothingAllowed = allowHosts([]);
const codeOf = (url: string, allowed = nothingAllowed): string => {
  try {
    requirePageUrl(url, allowed);
    return 'allowed';
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
};

/** Every way to spell an address that is not of the public internet. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  loopback: [
    '127.0.0.1',
    '127.1',
    '127.255.255.254',
    '127.0.0.1.',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '0177.0.0.0x1',
    '00000177.0.0.1',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '127。0。0。1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '0',
    '0.0.0.0',
    '0x0',
    '[::]',
  ],
  'names of this host and its network': [
    'localhost',
    'LOCALHOST',
    'LocalHost.',
    'localhost..',
    'ⓛocalhost',
    'lo\u00ADcalhost',
    'a.localhost',
    'a.b.localhost.',
    'localhost.localdomain',
    'printer.local',
    'router.home.arpa',
    'metadata.google.internal',
    'metadata.google.internal.',
  ],
  private: [
    '10.0.0.1',
    '10.255.255.255',
    '10.1',
    '0xa000001',
    '012.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.1',
    '3232235521',
    '[fc00::1]',
    '[fd12:3456:789a::1]',
    '[fec0::1]',
  ],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255', '100.100.100.200'],
  'link-local and metadata': [
    '169.254.0.1',
    '169.254.169.254',
    '169.254.43518',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '168.63.129.16',
    '[fe80::1]',
    '[febf::1]',
    '[fd00:ec2::254]',
  ],
  'multicast, broadcast, documentation, benchmarking, reserved': [
    '224.0.0.1',
    '239.255.255.255',
    '255.255.255.255',
    '4294967295',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[4000::1]',
    '[5f00::1]',
    '[2001:2::1]',
    '[2001:10::1]',
  ],
  'IPv4 inside IPv6': [
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:8.8.8.8]',
    '[::ffff:0:127.0.0.1]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::a00:1]',
    '[64:ff9b:1::10.0.0.1]',
    '[2002:7f00:1::]',
    '[2002:a00:1::1]',
    '[2001:0:7f00:1::]',
    '[2001::1]',
  ],
};

describe.each(Object.entries(forbidden))('an address of the kind: %s', (_kind, hosts) => {
  it.each(hosts)('http://%s/ is refused', (host) => {
    expect(codeOf(`http://${host}/`)).toBe('page_forbidden_address');
    expect(codeOf(`https://${host}:8443/a?b#c`)).toBe('page_forbidden_address');
  });
});

it.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,hello',
  'gopher://example.com/',
  'http://user@example.com/',
  'http://user:password@example.com/',
  'http://:password@example.com/',
  'http://127.0.0.1@example.com/',
  'example.com',
  '//example.com/',
  'http://',
  'http://[::1/',
  'http://a b/',
  'http://256.256.256.256/',
  'http://[fe80::1%25eth0]/',
])('%s is no address of a page', (url) => {
  expect(codeOf(url)).toBe('page_bad_url');
});

it('an address of thousands of characters is none of a page', () => {
  expect(codeOf(`https://example.com/${'a'.repeat(5000)}`)).toBe('page_bad_url');
});

it.each([
  'https://example.com/',
  'https://example.com./docs',
  'http://8.8.8.8/',
  'http://172.15.0.1/',
  'http://172.32.0.1/',
  'http://100.128.0.1/',
  'http://[2606:4700::1111]/',
  'http://localhost.example.com/',
  'http://notlocalhost/',
  'http://10.example.com/',
])('%s is allowed', (url) => {
  expect(codeOf(url)).toBe('allowed');
});

describe('a host of the config', () => {
  it.each([
    ['docs.internal', 'http://docs.internal/'],
    ['docs.internal', 'https://DOCS.internal.:8443/'],
    ['docs.internal:8080', 'http://docs.internal:8080/'],
    ['docs.internal:443', 'https://docs.internal/'],
    ['10.0.0.5', 'http://10.0.0.5/'],
    ['127.0.0.1:80', 'http://0x7f.1/'],
    ['[fd00::5]', 'http://[fd00::5]/'],
    ['[fd00::5]:8080', 'http://[fd00:0::5]:8080/'],
  ])('%s allows %s', (host, url) => {
    expect(codeOf(url, allowHosts([host]))).toBe('allowed');
  });

  it.each([
    ['docs.internal:8080', 'http://docs.internal/'],
    ['docs.internal', 'http://other.docs.internal/'],
    ['docs.internal', 'http://docs.internal.evil.internal/'],
    ['10.0.0.5', 'http://10.0.0.6/'],
    ['10.0.0.5', 'http://10.0.0.50/'],
  ])('%s does not allow %s', (host, url) => {
    expect(codeOf(url, allowHosts([host]))).toBe('page_forbidden_address');
  });

  it('may still not be asked over another protocol or with a password', () => {
    expect(codeOf('ftp://10.0.0.5/', allowHosts(['10.0.0.5']))).toBe('page_bad_url');
    expect(codeOf('http://a:b@10.0.0.5/', allowHosts(['10.0.0.5']))).toBe('page_bad_url');
  });
});
