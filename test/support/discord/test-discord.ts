import { setTimeout as sleep } from 'node:timers/promises';
import { ChannelType, GatewayCloseCodes, PermissionFlagsBits, type APIMessage } from 'discord.js';
import { startEmulator, type Emulator } from '../../../adapters/discord/emulator/emulator.ts';
import {
  ok,
  refusals,
  type RestAnswer,
  type RestRequest,
} from '../../../adapters/discord/emulator/rest/rest-request.ts';
import type { Around } from '../../../adapters/discord/emulator/rest/rest-request.ts';
import { addChannel, createWorld, type World } from '../../../adapters/discord/emulator/world/world.ts';
import { answerInteractions, type SentInteraction } from '../emulator/answer-interactions.ts';
import { archivedThreads } from '../emulator/archived-threads.ts';
import { createFiles } from '../emulator/files.ts';
import { createGatewayFaults, type GatewayFaults } from '../emulator/gateway-faults.ts';
import { withoutContent } from '../emulator/hidden-content.ts';
import { createInteractions } from '../emulator/interaction-events.ts';
import { createTestInteractions, type TestInteractions } from '../emulator/interactions.ts';
import { roomyLimits, type EmulatorLimits } from '../emulator/limits.ts';
import { createTestMembers, type TestMembers } from '../emulator/members.ts';
import { denyBot } from '../emulator/permissions.ts';
import { createRateLimits } from '../emulator/rate-limits.ts';
import { createRules } from '../emulator/rules.ts';
import { createSessions, type TestSessions } from '../emulator/sessions.ts';

/** A fault answers, cuts or delays a request. With `after`, the request is carried out first. */
export type Fault = RestAnswer | 'cut' | 'cut after' | 'hang after' | { readonly slowMilliseconds: number };

/** The emulator with Discord's limits and refusals, its requests and violations, and faults on demand. */
export interface TestDiscord extends Omit<Emulator, 'say' | 'gateway'>, TestMembers {
  readonly gateway: Emulator['gateway'] & GatewayFaults & Pick<TestSessions, 'counts'>;
  readonly interactions: TestInteractions;
  /** Steward's messages in a channel or thread. */
  readonly postsIn: (locationId: string) => readonly APIMessage[];
  /** Takes a permission from Steward in one channel. */
  readonly deny: (channel: string, permission: bigint) => void;
  /** No name of a thread may contain the word, as in servers that Discord lists for everybody. */
  readonly forbidInNames: (word: string) => void;
  /** Discord does this after some minutes. */
  readonly forgetNonces: () => void;
  /** Discord does this after a day. A message that is fetched again has new links. */
  readonly expireLinks: () => void;
  /** Turns off "Message Content Intent", which ends the connections that need it. */
  readonly forbidContent: () => void;
  /** The registered commands. */
  readonly commands: readonly object[];
  /** The number of requests that a rate limit refused. */
  readonly limited: () => number;
  readonly requests: readonly RestRequest[];
  /** Broken limits of Discord, and possible pings. Empty if all is well. */
  readonly violations: readonly string[];
  /** Makes the next `times` matching requests meet a fault; by default one. */
  readonly fail: (method: string, path: RegExp, fault: Fault, times?: number) => void;
  readonly until: (holds: () => boolean, what: string) => Promise<void>;
}

/** A guild with two channels for everyone, one that only Steward sees, a forum, and text channels of these names. */
export async function startTestDiscord({
  channels = [],
  contentIsAllowed = true,
  limits: given = {},
}: {
  readonly channels?: readonly string[];
  /** The switch "Message Content Intent" of the developer portal. */
  readonly contentIsAllowed?: boolean;
  readonly limits?: Partial<EmulatorLimits>;
} = {}): Promise<TestDiscord> {
  const world = createTestWorld(channels);
  const violations: string[] = [];
  const forbiddenInNames: string[] = [];
  const violation = (what: string) => void violations.push(what);
  let isAllowed = contentIsAllowed;
  const limits = { ...roomyLimits, ...given };
  const rateLimits = createRateLimits(limits);
  const sessions = createSessions({ limits, mayReadContent: () => isAllowed, violation });
  const { requests, faultFor, fail } = createFaults();
  const interactions = openInteractions(world, violation);

  const answerOf = (request: RestRequest, answer: () => RestAnswer): RestAnswer => {
    const answered = own.answer(request) ?? answer();
    if (answered === refusals.unknownRoute)
      violation(`${request.method} ${request.path}, which this Discord does not know`);
    if (request.path === '/gateway/bot') return ok({ ...(answered.body as object), ...sessions.limits() });
    return isAllowed ? answered : withoutContent(request, answered, world);
  };
  const around: Around = async (request, answer) => {
    const fault = faultFor(request);
    if (fault === 'cut') return null;
    if (isAnswer(fault)) return fault;
    const { refusal, headers } = files.isFile(request) ? unlimited : rateLimits.take(request);
    if (refusal) return { ...refusal, headers: { ...headers, ...refusal.headers } };
    if (typeof fault === 'object' && fault) await sleep(fault.slowMilliseconds);
    const answered = answerOf(request, answer);
    if (fault === 'hang after') return new Promise(() => {});
    return fault === 'cut after' ? null : { ...answered, headers: { ...headers, ...answered.headers } };
  };

  const emulator = await startEmulator(world, around, sessions.open);
  const files = createFiles({ url: new URL(emulator.apiUrl).origin });
  const own = createOwnAnswers(emulator, { files, interactions, violation, forbiddenInNames });
  const faults = createGatewayFaults(emulator.gateway, sessions);
  return {
    ...emulator,
    ...createTestMembers(emulator, files),
    ...createSwitches(emulator, forbiddenInNames),
    gateway: { ...emulator.gateway, ...faults, counts: sessions.counts },
    interactions: interactions.of(emulator),
    expireLinks: files.expireLinks,
    forbidContent: () => {
      isAllowed = false;
      faults.end(GatewayCloseCodes.DisallowedIntents);
    },
    commands: own.commands,
    limited: rateLimits.refused,
    requests,
    violations,
    fail,
    until: waitUnless(violations),
  };
}

/** What Discord answers beside the emulator: files, refusals, responses to interactions, and archived threads. */
function createOwnAnswers(
  { world, gateway }: Emulator,
  {
    files,
    interactions,
    ...rules
  }: Pick<Parameters<typeof createRules>[0], 'violation' | 'forbiddenInNames'> & {
    readonly files: ReturnType<typeof createFiles>;
    readonly interactions: ReturnType<typeof openInteractions>;
  },
) {
  const commands: object[] = [];
  const registered = (next: readonly object[]) => void commands.splice(0, commands.length, ...next);
  const ruled = createRules({ world, gateway, ...rules, registered });
  const archived = archivedThreads({ world, gateway });
  const answer = (request: RestRequest): RestAnswer | null =>
    files.route(request) ?? ruled(request) ?? interactions.answer(request) ?? archived(request);
  return { commands, answer };
}

function openInteractions(world: World, violation: (what: string) => void) {
  const sent = new Map<string, SentInteraction>();
  return {
    answer: answerInteractions(world, sent),
    of: ({ gateway, person }: Emulator): TestInteractions =>
      createTestInteractions(world, createInteractions({ world, gateway, person, sent }), violation),
  };
}

const createSwitches = (
  { world, channelId }: Emulator,
  forbiddenInNames: string[],
): Pick<TestDiscord, 'postsIn' | 'deny' | 'forbidInNames' | 'forgetNonces'> => ({
  forbidInNames: (word) => void forbiddenInNames.push(word),
  postsIn: (id) => (world.messages.get(id) ?? []).filter(({ author }) => author.id === world.bot.id),
  deny: (channel, permission) => denyBot(world, channelId(channel), permission),
  forgetNonces: () => world.nonces.clear(),
});

/** Waits, but not for what never comes because Discord has refused something. */
const waitUnless =
  (violations: readonly string[]): TestDiscord['until'] =>
  async (holds, what) => {
    const end = Date.now() + 280_000;
    while (!holds()) {
      if (violations.length > 0) throw new Error(`Discord refuses this: ${violations.join('; ')}`);
      if (Date.now() > end) throw new Error(`it never came to this: ${what}`);
      await sleep(20);
    }
  };

function createTestWorld(channels: readonly string[]): World {
  const world = createWorld();
  addChannel(world, { name: 'help' });
  addChannel(world, { name: 'lounge' });
  const view = String(PermissionFlagsBits.ViewChannel);
  const hidden = [
    { id: world.everyoneRoleId, type: 0, allow: '0', deny: view },
    { id: world.botRoleId, type: 0, allow: view, deny: '0' },
  ] as const;
  addChannel(world, { name: 'staff', permission_overwrites: hidden });
  const tags = ['Setup', 'Solved'].map((name) => ({ id: world.newId(), name }));
  addChannel(world, { name: 'ideas', type: ChannelType.GuildForum, available_tags: tags });
  const known = new Set([...world.channels.values()].map(({ name }) => name));
  for (const name of channels) if (!known.has(name)) addChannel(world, { name });
  return world;
}

function createFaults(): Pick<TestDiscord, 'requests' | 'fail'> & {
  /** Notes the request. */
  readonly faultFor: (request: RestRequest) => Fault | null;
} {
  const requests: RestRequest[] = [];
  const faults: { readonly method: string; readonly path: RegExp; readonly fault: Fault }[] = [];
  return {
    requests,
    faultFor: (request) => {
      requests.push(request);
      const at = faults.findIndex(({ method, path }) => method === request.method && path.test(request.path));
      return at < 0 ? null : (faults.splice(at, 1)[0]?.fault ?? null);
    },
    fail: (method, path, fault, times = 1) => {
      for (let left = times; left > 0; left -= 1) faults.push({ method, path, fault });
    },
  };
}

const isAnswer = (fault: Fault | null): fault is RestAnswer =>
  fault !== null && typeof fault === 'object' && 'status' in fault;

/** Files come from Discord's CDN, which has no rate limits. */
const unlimited = { refusal: null, headers: {} };
