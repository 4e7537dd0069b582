import type { ServerResponse } from 'node:http';

/** Opens Server-Sent Events. Comments keep proxies from closing an idle connection. */
export function openEventStream(
  response: ServerResponse,
  {
    keepAliveSeconds,
    headers,
  }: {
    readonly keepAliveSeconds: number;
    readonly headers: Readonly<Record<string, string | number | string[] | undefined>>;
  },
) {
  const closed = new AbortController();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const write = (text: string) => {
    if (!closed.signal.aborted) response.write(text);
  };
  write(': open\n\n');
  const timer = setInterval(() => write(': keep-alive\n\n'), keepAliveSeconds * 1000);
  response.once('close', () => {
    clearInterval(timer);
    closed.abort();
  });
  return {
    // JSON.stringify escapes line breaks, so no text can end an event or begin one.
    send: (event: 'status' | 'result' | 'error', data: object) =>
      write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    /** Aborts when the client disconnects. */
    gone: closed.signal,
    end: () => void response.end(),
  };
}
