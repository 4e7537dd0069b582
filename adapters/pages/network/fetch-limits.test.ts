import { createServer, type Server } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testPages, type Answer } from '../../../test/support/pages/test-site.ts';
import { encoded, everyKind, failure, html } from '../../../test/support/pages/fetch-from.ts';

describe('limits', () => {
  it('refuse what announces too much, before reading it', async () => {
    const big: Answer = (response) => {
      response.writeHead(200, { 'content-length': String(200_000_000) }).write('a');
    };
    expect(await failure({ '/': big }, { maxBytes: 20_000_000 })).toMatchObject({
      code: 'page_too_large',
      message: 'The page is larger than the limit, 20 MB.',
    });
  });

  it('stop an endless page while it streams', async () => {
    let sent = 0;
    const endless: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const more = () => {
        while (!response.destroyed && response.write('endless '.repeat(1000))) sent += 8000;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect(await failure({ '/': endless })).toMatchObject({ code: 'page_too_large' });
    expect(sent).toBeLessThan(20_000_000);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
  ])('hold after decompression too: a bomb of 50 MB in %s is not inflated', async (encoding, body) => {
    expect(body.length).toBeLessThan(60_000);
    expect(await failure({ '/': encoded(encoding, body) })).toMatchObject({ code: 'page_too_large' });
  });

  it('end a page that never comes, and one that drips', async () => {
    const silent: Answer = () => undefined;
    expect(await failure({ '/': silent }, { timeoutSeconds: 0.2 })).toMatchObject({
      code: 'page_timed_out',
      kind: 'transient',
      message: 'The page took longer than 0.2 s.',
    });
    const dripping: Answer = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(timer));
    };
    expect(await failure({ '/': dripping }, { timeoutSeconds: 0.2 })).toMatchObject({
      code: 'page_timed_out',
    });
  });
});

describe('a server that does not keep to the rules', () => {
  async function listen(answer: string): Promise<string> {
    const server: Server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    return `127.0.0.1:${(server.address() as { port: number }).port}`;
  }

  const failureOf = async (answer: string) => {
    const host = await listen(answer);
    return testPages([], { allowHosts: [host] })
      .fetch({ url: `http://${host}/`, maxBytes: 1000, timeoutSeconds: 5, accept: everyKind })
      .then(
        () => 'none',
        ({ code, kind }) => `${code} ${kind}`,
      );
  };

  it.each([
    ['cuts the page', 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n<html>', 'page_unreachable transient'],
    [
      'cuts it between chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
      'page_unreachable transient',
    ],
    ['sends nothing', '', 'page_unreachable transient'],
    ['does not speak HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'page_unreachable transient'],
    [
      'sends endless headers',
      `HTTP/1.1 200 OK\r\na: ${'b'.repeat(100_000)}\r\n\r\n`,
      'page_unreachable transient',
    ],
  ])('and %s', async (_what, answer, expected) => {
    expect(await failureOf(answer)).toBe(expected);
  });

  it('and says gzip where there is none, or half of it, or something else', async () => {
    expect(await failure({ '/': encoded('gzip', Buffer.from(html)) })).toMatchObject({
      code: 'page_encoding',
    });
    expect(await failure({ '/': encoded('gzip', gzipSync(html).subarray(0, 20)) })).toMatchObject({
      code: 'page_unreachable',
    });
    expect(await failure({ '/': encoded('gzip, gzip', gzipSync(gzipSync(html))) })).toMatchObject({
      code: 'page_encoding',
    });
  });

  it('and is not there, or has no name', async () => {
    const ask = (url: string, host: string) =>
      testPages([], { allowHosts: [host] })
        .fetch({ url, maxBytes: 1000, timeoutSeconds: 5, accept: everyKind })
        .catch(({ code }) => code);
    expect(await ask('http://127.0.0.1:1/', '127.0.0.1')).toBe('page_unreachable');
    expect(await ask('http://nowhere.invalid/', 'nowhere.invalid')).toBe('page_unreachable');
  });
});
