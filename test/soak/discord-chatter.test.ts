import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { chitchatBursts } from '../../bench/corpora/chitchat.ts';
import { corpus } from '../../bench/corpora/corpora.ts';
import { faqHeadings } from '../../bench/corpora/faq-questions.ts';
import { withDiscordBench } from '../../bench/discord-bench.ts';

/** A burst every three seconds makes an hour. */
const burstCount = 1_200;
const questionCount = 100;
const minutes = 60_000;

it(
  'an hour of chatter with questions in it: hardly anything that is posted answers chatter',
  { timeout: 20 * minutes },
  async () => {
    const [bursts, headings] = [await chitchatBursts(), await faqHeadings()];
    const questions = headings.filter((heading) => heading.includes('?')).slice(0, questionCount);
    expect(questions).toHaveLength(questionCount);
    const documents = await faqPages();
    const posted = await withDiscordBench(
      { channels: ['help'], waitSeconds: 1, documents },
      async (bench) => {
        const { discord } = bench;
        const worker = await bench.worker('all', 'all');
        await bench.indexDocuments();
        const asked: string[] = [];
        const chatter: string[] = [];
        const said = new Map<string, string>();
        for (let at = 0; at < burstCount; at += 1) {
          // Far apart in the data, so that one conversation does not fill the hour.
          const burst = bursts[(at * 97) % bursts.length] ?? '';
          const lines = burst.split('\n').filter((line) => line.trim() !== '');
          for (const text of lines) {
            const { id } = discord.say({ by: `Member ${at}`, text });
            chatter.push(id);
            said.set(id, text);
          }
          const question = at % 12 === 0 ? questions[at / 12] : undefined;
          if (question !== undefined) asked.push(discord.say({ by: `Asker ${at}`, text: question }).id);
          await sleep(100);
        }
        const answered = (ids: readonly string[]) =>
          ids.filter((id) => discord.postsIn(id).length > 0).length;
        // Until nothing more comes for a while.
        for (let before = -1; before !== answered(asked) + answered(chatter); await sleep(20_000))
          before = answered(asked) + answered(chatter);
        await worker.stop();
        expect(discord.violations).toEqual([]);
        const texts = chatter.flatMap((id) => (discord.postsIn(id).length > 0 ? (said.get(id) ?? []) : []));
        return { questions: answered(asked), chatter: answered(chatter), texts };
      },
    );
    console.log(
      `answered: ${posted.questions} of ${questionCount} questions, ${posted.chatter} of ${burstCount} bursts`,
    );
    console.log(posted.texts.map((text) => `answered: ${JSON.stringify(text)}`).join('\n'));
    expect(posted.questions).toBeGreaterThan(questionCount / 4);
    expect(posted.chatter / (posted.chatter + posted.questions)).toBeLessThanOrEqual(0.05);
  },
);

/** The pages that the questions are headings of. */
async function faqPages(): Promise<Readonly<Record<string, string>>> {
  const python = (await corpus('python')).dir;
  const git = join((await corpus('git')).dir, 'gitfaq.txt');
  const pages = [...globSync(join(python, '_sources/faq/*.rst.txt')), git];
  const texts = pages.map(async (page) => [
    `${basename(page, '.txt')}.md`,
    asMarkdown(await readFile(page, 'utf8')),
  ]);
  return Object.fromEntries(await Promise.all(texts)) as Readonly<Record<string, string>>;
}

/** Headings of both kinds of mark-up as Steward's documents have them. */
const asMarkdown = (text: string): string =>
  text.replaceAll(/^(.+)\n-{4,}$/gmu, '## $1').replaceAll(/^(\S.*)::$/gmu, '## $1');
