import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page with the widget, of an origin of its own, that lets in nothing but itself and Steward. */
export async function serveWidgetSite({
  steward,
  key,
  attributes = '',
}: {
  /** Steward's address, which need not be known before the first request. */
  readonly steward: () => string;
  readonly key: string;
  /** Further attributes of the script. */
  readonly attributes?: string;
}): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((_, response) => {
    const host = steward();
    const policy = `default-src 'none'; script-src 'self' ${host}; connect-src ${host}`;
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    response.end(
      `<!doctype html><html lang="en"><head><title>Ports & hosts</title><script src="${host}/widget.js" defer data-key="${key}" ${attributes}></script></head><body><main><h1>Docs</h1></main></body></html>`,
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
