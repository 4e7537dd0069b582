import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFiles } from '../../../../test/support/emulator/files.ts';
import { createTestMembers } from '../../../../test/support/emulator/members.ts';
import { startEmulator } from '../emulator.ts';
import { findMessage } from './messages.ts';
import { readWorld, writeWorld } from './world-file.ts';
import { addChannel, type World } from './world.ts';

function openFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'steward-world-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function open(path: string) {
  const world = readWorld(path);
  if (world.channels.size === 0) addChannel(world, { name: 'help' });
  const discord = await startEmulator({ world });
  onTestFinished(() => discord.close());
  discord.gateway.watch(() => writeWorld(path, world));
  return { ...discord, ...createTestMembers(discord, createFiles({ url: discord.apiUrl })) };
}

/** Ids are made by a function, and two of them are never the same. */
const plain = (world: World) => ({ ...world, newId: null });

test('a world goes on where it ended: its channels, people, threads, replies and edits', async () => {
  const path = join(openFolder(), 'discord.json');
  const first = await open(path);
  const question = first.say({ by: 'Anna', text: 'How?' });
  const thread = first.openThread({ by: 'Maya', name: 'How', on: question.id });
  const answer = first.say({ by: 'Maya', team: true, text: 'So.', in: thread, replyTo: question.id });
  first.edit(question.id, 'How, please?');
  const second = await open(path);
  expect(plain(second.world)).toEqual(plain(first.world));
  expect(findMessage(second.world, answer.id)?.referenced_message).toBe(
    findMessage(second.world, question.id),
  );
  expect(second.person('anna').user.id).toBe(question.author.id);
  expect(BigInt(second.say({ by: 'Anna', text: 'Thanks.' }).id)).toBeGreaterThan(BigInt(answer.id));
});

test('every change stands in the file whole, and nothing else is left beside it', async () => {
  const dir = openFolder();
  const path = join(dir, 'discord.json');
  const { say, remove } = await open(path);
  for (const text of ['one', 'two']) {
    const { id } = say({ by: 'Anna', text });
    expect(findMessage(readWorld(path), id)?.content).toBe(text);
    remove(id);
    expect(findMessage(readWorld(path), id)).toBeNull();
  }
  expect(readdirSync(dir)).toEqual(['discord.json']);
});

test.each(['no JSON', '{"version":99}'])(
  'a file that holds %s is told by its path, and left as it is',
  (text) => {
    const path = join(openFolder(), 'discord.json');
    writeFileSync(path, text);
    expect(() => readWorld(path)).toThrow(path);
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);
