import { startTcpProxy } from './tcp-proxy.ts';

/** Forwards ports of its own loopback address to those of another host. The arguments: that host, then `port:port` pairs. */
const [host = '', ...pairs] = process.argv.slice(2);
for (const pair of pairs) {
  const [own, port] = pair.split(':').map(Number);
  await startTcpProxy({ port: port ?? 0, host }, { port: own ?? 0, host: '127.0.0.1' });
}
process.once('disconnect', () => process.exit());
process.send?.('ready');
