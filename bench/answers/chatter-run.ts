import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chitchatBursts } from '../corpora/chitchat.ts';
import { corpus } from '../corpora/corpora.ts';
import { faqHeadings } from '../corpora/faq-questions.ts';
import { withDiscordBench } from '../support/discord-bench.ts';

export interface ChatterRun {
  readonly bursts: number;
  readonly questions: number;
  readonly answeredQuestions: number;
  /** Small talk that was answered. */
  readonly answeredChatter: readonly string[];
}

/**
 * Bursts of small talk with questions in between, through the whole pipeline, with the extractive model on the
 * questions' pages.
 */
export async function runChatter({
  burstCount,
  questionCount,
  pauseMilliseconds,
}: {
  readonly burstCount: number;
  readonly questionCount: number;
  readonly pauseMilliseconds: number;
}): Promise<ChatterRun> {
  const [bursts, headings] = [await chitchatBursts(), await faqHeadings()];
  const questions = headings.filter((heading) => heading.includes('?')).slice(0, questionCount);
  const every = Math.floor(burstCount / Math.max(1, questions.length));
  const documents = await faqPages();
  return withDiscordBench({ channels: ['help'], waitSeconds: 1, documents }, async (bench) => {
    const { discord } = bench;
    await bench.worker('all', 'all');
    await bench.indexDocuments();
    const asked: string[] = [];
    const said = new Map<string, string>();
    for (let at = 0; at < burstCount; at += 1) {
      // Far apart in the data, so that one conversation does not fill the run.
      const burst = bursts[(at * 97) % bursts.length] ?? '';
      for (const text of burst.split('\n').filter((line) => line.trim() !== ''))
        said.set(discord.say({ by: `Member ${at}`, text }).id, text);
      const question = at % every === 0 ? questions[at / every] : undefined;
      if (question !== undefined) asked.push(discord.say({ by: `Asker ${at}`, text: question }).id);
      await sleep(pauseMilliseconds);
    }
    const answered = (ids: Iterable<string>) => [...ids].filter((id) => discord.postsIn(id).length > 0);
    const posts = () => answered(asked).length + answered(said.keys()).length;
    // Until nothing more comes for a while.
    for (let before = -1; before !== posts(); await sleep(20_000)) before = posts();
    return {
      bursts: burstCount,
      questions: questions.length,
      answeredQuestions: answered(asked).length,
      answeredChatter: answered(said.keys()).flatMap((id) => said.get(id) ?? []),
    };
  });
}

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

/** Converts the headings of both kinds of markup to Markdown. */
const asMarkdown = (text: string): string =>
  text.replaceAll(/^(.+)\n-{4,}$/gmu, '## $1').replaceAll(/^(\S.*)::$/gmu, '## $1');
