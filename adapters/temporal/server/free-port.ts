import { createServer } from 'node:net';

const listen = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === 'object' ? address.port : null));
    });
  });

/** Whether a port of the loopback address is free. */
export const isPortFree = async (port: number): Promise<boolean> => (await listen(port)) !== null;

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const port = await listen(0);
  if (port === null) throw new Error('no free port on the loopback address');
  return port;
}
