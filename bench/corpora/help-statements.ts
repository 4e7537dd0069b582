import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { load } from 'cheerio';
import { corpus } from './corpora.ts';

/**
 * Lines by people who want help, without a question mark, by their origin. They were chosen by their position, or by
 * reading them, before any gate saw them.
 */
export async function helpStatements(): Promise<Readonly<Record<string, readonly string[]>>> {
  const sets = {
    emacs: await emacsProblems(),
    fetchmail: await fetchmailEntries(),
    perl: await perlDiagnostics(),
    lists: await firstLinesOfLists(),
  };
  return Object.fromEntries(
    Object.entries(sets).map(([name, texts]) => [
      name,
      [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '' && !/[?？]/u.test(text)),
    ]),
  );
}

const onlyPage = async (name: Parameters<typeof corpus>[0]): Promise<Buffer> => {
  const { dir, pages } = await corpus(name);
  return readFile(join(dir, pages[0] ?? ''));
};

/**
 * Headings of etc/PROBLEMS below those of its chapters. Names of groups have up to three words; one chapter is a guide.
 */
async function emacsProblems(): Promise<readonly string[]> {
  const chapters = (await onlyPage('emacs')).toString('utf8').split(/^(?=\* )/mu);
  return chapters
    .filter((chapter) => !chapter.startsWith('* Problems when reading or debugging'))
    .flatMap((chapter) => [...chapter.matchAll(/^\*{2,} (.+)$/gmu)].map(([, heading = '']) => heading))
    .filter((heading) => heading.trim().split(/\s+/u).length > 3);
}

/** Entries of the FAQ, without their numbers. */
async function fetchmailEntries(): Promise<readonly string[]> {
  const page = load(await onlyPage('fetchmail'));
  return page('h2, h3')
    .map((_, heading) => page(heading).text().replaceAll(/\s+/gu, ' ').trim())
    .get()
    .flatMap((heading) => /^[A-Z]\d+\. (.+)$/u.exec(heading)?.[1] ?? []);
}

/** The messages that perldiag explains, as people paste them. */
async function perlDiagnostics(): Promise<readonly string[]> {
  const page = (await promisify(gunzip)(await onlyPage('perl'))).toString('utf8');
  return [...page.matchAll(/^\.IP "(.+)" 4$/gmu)].map(([, message = '']) =>
    message
      .replaceAll(/\\f.|\\s[-+]?\d/gu, '')
      .replaceAll(String.raw`\-`, '-')
      .replaceAll(/\\\(.q|\\/gu, ''),
  );
}

const listed = new URL('../data/list-messages-that-want-help.txt', import.meta.url);
const greeting = /^(?:hi|hello|hey|all|folks|greetings|dear)\b.{0,25}$/iu;

/** First lines of mails to lists of users, by number: a person has chosen those that want help. */
async function firstLinesOfLists(): Promise<readonly string[]> {
  const wanted = new Set((await readFile(listed, 'utf8')).split('\n'));
  const { dir, pages } = await corpus('mails');
  const chosen = pages.filter((page) => wanted.has(`${dirname(page)}/${basename(page).slice(0, 5)}`));
  const mails = await Promise.all(chosen.map((page) => readFile(join(dir, page), 'latin1')));
  return mails.flatMap((mail) => {
    const body = mail.slice(mail.search(/\r?\n\r?\n/u)).split('\n');
    const lines = body.map((line) => line.trim());
    return (
      lines.find(
        (line) =>
          /\p{L}{2}/u.test(line) &&
          !/^(?:>|--|content-|charset=|this is a multi)/iu.test(line) &&
          !greeting.test(line),
      ) ?? []
    );
  });
}
