import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What happens to bytes: `drop` loses them silently, `cut` ends the connection. */
type Fate = 'pass' | 'drop' | 'cut';

export interface TcpProxy {
  readonly port: number;
  /** Ends all connections. Later ones go through, unless `close` was called. */
  cut(): void;
  /** Decides about bytes to the server. */
  onRequest: (bytes: Buffer) => Fate;
  /** Decides about bytes to the client. */
  onAnswer: (bytes: Buffer) => Fate;
  /** The delay in each direction. */
  delayMilliseconds: number;
  close(): Promise<void>;
}

/** A proxy between a client and a server that can cut and slow the network. */
export async function startTcpProxy(target: { readonly port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target.port, '127.0.0.1');
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    const towards = (to: Socket) => {
      let queue: Promise<unknown> = Promise.resolve();
      return (bytes: Buffer, fate: Fate) => {
        if (fate === 'cut') end();
        if (fate !== 'pass') return;
        const delay = proxy.delayMilliseconds;
        queue = queue
          .then(() => (delay > 0 ? sleep(delay) : null))
          .then(() => to.writable && to.write(bytes));
      };
    };
    const [toServer, toClient] = [towards(upstream), towards(client)];
    client.on('data', (bytes) => toServer(bytes, proxy.onRequest(bytes)));
    upstream.on('data', (bytes) => toClient(bytes, proxy.onAnswer(bytes)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    onRequest: () => 'pass',
    onAnswer: () => 'pass',
    delayMilliseconds: 0,
    async close() {
      server.close();
      proxy.cut();
      await once(server, 'close');
    },
  };
  return proxy;
}
