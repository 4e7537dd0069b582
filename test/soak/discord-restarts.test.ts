import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withDiscordBench, type DiscordBench } from '../../bench/support/discord-bench.ts';
import { openStore } from '../../workers/wiring/open-adapters.ts';
import { png } from '../support/values/png.ts';
import { silentLog } from '../support/run-workers.ts';

const question = 'How do I set the port?';
const timesEach = 3;
const minutes = 60_000;

/** Each scene goes on while the victim dies, and comes to the end that it would have come to. */
it(
  'every scene comes to its end, once, though the bot, a worker and the Temporal server die in the middle',
  { timeout: 30 * minutes },
  async () => {
    await withDiscordBench(
      { channels: ['help', 'ideas'], waitSeconds: 1, answerRepeats: 120, modelMilliseconds: 300 },
      async (bench) => {
        const bot = await bench.worker('bot', 'bot');
        const worker = await bench.worker('worker', 'reply,library');
        await bench.indexDocuments();
        const storage = await openStore(bench.config, { log: silentLog });
        const victims = {
          bot: async () => bot.kill(),
          worker: async () => worker.kill(),
          server: bench.temporal.kill,
        };
        let act = 0;
        for (const [victim, kill] of Object.entries(victims)) {
          for (let time = 0; time < timesEach; time += 1) {
            act += 1;
            const scenes = await play(bench, { act, during: () => sleep(400 + time * 1_200).then(kill) });
            const pairs = async () => (await storage.library.rawEntries()).length;
            const open = async () => [
              ...scenes.filter(({ holds }) => !holds()).map(({ name }) => name),
              ...((await pairs()) === act ? [] : ['the team is learned from, once']),
            ];
            await expect.poll(open, { timeout: 3 * minutes, interval: 500, message: victim }).toEqual([]);
            // Late attempts would change it again now.
            await sleep(3_000);
            expect(await open()).toEqual([]);
          }
        }
        await storage.close();
        expect(bench.discord.violations).toEqual([]);
      },
    );
  },
);

interface Scene {
  readonly name: string;
  readonly holds: () => boolean;
}

async function play(
  { discord }: DiscordBench,
  { act, during }: { readonly act: number; readonly during: () => Promise<void> },
): Promise<readonly Scene[]> {
  const by = (name: string) => `${name} ${act}`;
  const ask = (name: string, text = question) => discord.say({ by: by(name), text }).id;
  const parts = (id: string) => discord.postsIn(id).length;
  const whole = (id: string) => parts(id) === 2;
  const [deleted, followed] = [ask('Anna'), ask('Ben')];
  await discord.until(() => whole(deleted) && whole(followed), 'answers to delete and to follow up');
  const dying = during();
  discord.remove(deleted);
  const asked = ask('Chloe');
  const taught = ask('Dev', 'When is the party?');
  discord.say({ by: 'Maya', team: true, text: `On Friday ${act}.`, replyTo: taught });
  discord.say({ by: 'Maya', team: true, text: 'Bring cake.' });
  const post = discord.openThread({ by: by('Erin'), name: 'Port', on: 'ideas' });
  discord.say({ by: by('Erin'), text: question, in: post, id: post });
  for (const name of ['Ben', 'Gina'])
    discord.say({ by: by(name), text: 'How do I set it back?', in: followed });
  const edited = ask('Hana', 'How do I set the prot?');
  discord.edit(edited, question);
  const emoji = ask('Ines', `${question} ${'😀'.repeat(1_977)}`);
  const seen = discord.say({ by: by('Jon'), text: question, files: [{ name: 'screen.png', ...png }] }).id;
  await dying;
  discord.expireLinks();
  const late = ask('Finn');
  return [
    { name: 'a question is answered once', holds: () => whole(asked) },
    { name: 'a question after the death is answered once', holds: () => whole(late) },
    { name: 'a forum post is answered once', holds: () => whole(post) },
    { name: 'two who follow up in a thread are answered once each', holds: () => parts(followed) === 6 },
    { name: 'an edited question is answered once', holds: () => whole(edited) },
    { name: 'as many emoji as fit are answered once', holds: () => whole(emoji) },
    { name: 'a question with an image whose link expired is answered once', holds: () => whole(seen) },
    { name: 'a question that the team answers gets no answer', holds: () => parts(taught) === 0 },
    { name: 'a deleted question keeps no half answer', holds: () => [0, 2].includes(parts(deleted)) },
  ];
}
