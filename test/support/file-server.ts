import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a file is answered with: bytes and their type, a status, or nothing at all. */
export type ServedFile =
  | { readonly contentType: string; readonly bytes: Uint8Array | string }
  | { readonly status: number }
  | 'hang';

export interface FileServer {
  readonly host: string;
  readonly url: (path: string) => string;
  /** The paths that were asked for, in their order. */
  readonly asked: readonly string[];
}

/** Serves files as a chat platform's CDN does. `serve` is asked at each request. */
export async function startFileServer(serve: (path: string) => ServedFile): Promise<FileServer> {
  const asked: string[] = [];
  const server = createServer(({ url: path = '/' }, response) => {
    asked.push(path);
    const file = serve(path);
    if (file === 'hang') return;
    if ('status' in file) response.writeHead(file.status).end();
    else response.writeHead(200, { 'content-type': file.contentType }).end(file.bytes);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', url: (path) => `http://127.0.0.1:${port}${path}`, asked };
}

/** The smallest PNG: one pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const png = { contentType: 'image/png', bytes: onePixel } as const;
