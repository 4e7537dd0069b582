import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { load } from 'cheerio';
import { corpus } from './corpora.ts';

/** A question of a FAQ, with the section in which its authors put it. */
export interface TopicQuestion {
  readonly of: (typeof faqsWithTopics)[number];
  readonly topic: string;
  readonly question: string;
}

export const faqsWithTopics = ['python', 'django', 'git', 'perl', 'fetchmail'] as const;

/** A topic of two questions has only one pair, and one of thirty would outweigh all others. */
const [fewest, most] = [3, 8] as const;

/** The questions of a FAQ by its sections, which nobody of this project made. */
export async function faqTopics(name: TopicQuestion['of']): Promise<readonly TopicQuestion[]> {
  const found = await readers[name]();
  return [...Map.groupBy(found, ([topic]) => topic)].flatMap(([topic, asked]) =>
    asked.length < fewest ? [] : asked.slice(0, most).map(([, question]) => ({ of: name, topic, question })),
  );
}

type Found = readonly (readonly [topic: string, question: string])[];

const readers: Readonly<Record<TopicQuestion['of'], () => Promise<Found>>> = {
  python: () => sphinx('python', { topics: 'h2', questions: 'h3' }),
  django: () => sphinx('django', { topics: 'h1', questions: 'h2' }),
  git: async () => {
    const text = await readFile(join((await corpus('git')).dir, 'gitfaq.txt'), 'utf8');
    return underTopics(text.split('\n'), (line, next) =>
      /^-{4,}$/u.test(next) && next.length === line.length
        ? { topic: line }
        : { question: /^(\S.*)::$/u.exec(line)?.[1] },
    );
  },
  perl: async () => {
    const { dir, pages } = await corpus('pods');
    const texts = pages
      .filter((page) => /perlfaq[1-9]\.pod$/u.test(page))
      .map(async (page) => {
        const lines = (await readFile(join(dir, page), 'utf8')).split('\n');
        // A page is a topic, and one of them has topics of its own.
        return underTopics(
          lines,
          (line) => ({
            topic: /^=head1 (Data: .*)/u.exec(line)?.[1],
            question: /^=head2 (.*)/u.exec(line)?.[1]?.replaceAll(/[A-Z]<+ ?(.*?) ?>+/gu, '$1'),
          }),
          basename(page, '.pod'),
        );
      });
    return (await Promise.all(texts)).flat();
  },
  fetchmail: async () => {
    const { dir, pages } = await corpus('fetchmail');
    const html = load(await readFile(join(dir, pages[0] ?? ''), 'utf8'));
    const headings = html('h1, h2, h3').toArray();
    return headings.flatMap((heading) => {
      const [, topic, question] = /^([A-Z])\d+\. (.*)/su.exec(html(heading).text().trim()) ?? [];
      return topic && question ? [[topic, plain(question)] as const] : [];
    });
  },
};

async function sphinx(
  name: 'python' | 'django',
  level: { readonly topics: string; readonly questions: string },
): Promise<Found> {
  const { dir, pages } = await corpus(name);
  const faq = pages
    .filter((page) => page.startsWith('faq/'))
    .map(async (page) => {
      const html = load(await readFile(join(dir, page), 'utf8'));
      let topic = '';
      return html(`${level.topics}, ${level.questions}`)
        .toArray()
        .flatMap((heading) => {
          const text = plain(html(heading).text());
          if (html(heading).is(level.topics)) topic = text;
          return html(heading).is(level.questions) && topic !== ''
            ? [[`${page} ${topic}`, text] as const]
            : [];
        });
    });
  return (await Promise.all(faq)).flat();
}

function underTopics(
  lines: readonly string[],
  read: (
    line: string,
    next: string,
  ) => { readonly topic?: string | undefined; readonly question?: string | undefined },
  first = '',
): Found {
  let current = first;
  return lines.flatMap((line, at) => {
    const { topic, question } = read(line, lines[at + 1] ?? '');
    if (topic !== undefined) current = topic;
    return question === undefined || current === '' ? [] : [[current, plain(question)] as const];
  });
}

const plain = (text: string): string => text.replaceAll('¶', '').replaceAll(/\s+/gu, ' ').trim();
