import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { pypiPackage } from './pypi-package.ts';

/* Conversations of the PyPI package chatterbot-corpus (BSD licence). */

const file = z.object({ conversations: z.array(z.array(z.coerce.string())) });

async function conversationsAbout(subject: string): Promise<readonly (readonly string[])[]> {
  const folder = await pypiPackage('chatterbot-corpus', '1.3.3');
  const text = await readFile(join(folder, `chatterbot_corpus/data/english/${subject}.yml`), 'utf8');
  return file.parse(parse(text)).conversations;
}

export interface CorpusPair {
  readonly question: string;
  readonly answer: string;
}

/** Questions that people asked tech support, and the answers. */
export async function chatterbotPairs(): Promise<readonly CorpusPair[]> {
  return (await conversationsAbout('tech_support')).flatMap(([question = '', answer = '']) => {
    const pair = { question: question.trim(), answer: answer.trim() };
    return pair.question === '' || pair.answer === '' ? [] : [pair];
  });
}

const subjects = ['conversations', 'emotion', 'food', 'gossip', 'greetings', 'humor', 'movies', 'sports'];

/** What people say to each other about anything but software, each line once. */
export async function everydayTalk(): Promise<readonly string[]> {
  const lines = (await Promise.all(subjects.map(conversationsAbout))).flat(2);
  return [...new Set(lines.map((line) => line.trim()))].filter((line) => line !== '');
}
