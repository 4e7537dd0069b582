import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { startGateway, type OpenSessions } from './gateway/gateway.ts';
import { createMembers } from './members/members.ts';
import { createRestServer, refused, type Around } from './rest/rest-request.ts';
import { createRoutes } from './rest/routes.ts';
import { channelId, type World } from './world/world.ts';

export type Emulator = Awaited<ReturnType<typeof startEmulator>>;

/** Not a secret: only programs on this computer can reach the loopback address. */
const token = 'the-token-of-the-emulator';

/**
 * Emulates Discord's REST API and gateway on loopback for the unchanged discord.js client. It accepts what Discord would refuse:
 * `startTestDiscord` of the tests adds that.
 */
export async function startEmulator(
  world: World,
  /** For tests: Discord's limits and refusals, and faults. */
  around: Around = async (_, answer) => answer(),
  openSessions?: OpenSessions,
) {
  const server = createRestServer(token, around, (request, isBot) =>
    isBot ? route(request) : refused(401, 0, '401: Unauthorized'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}`;
  const gateway = startGateway({ server, world, token, url, openSessions });
  const route = createRoutes({ world, gateway, url });
  return {
    ...createMembers({ world, gateway }),
    apiUrl: `http://127.0.0.1:${port}/api`,
    token,
    world,
    gateway,
    channelId: (name: string): string => channelId(world, name),
    close: (): void => {
      gateway.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
