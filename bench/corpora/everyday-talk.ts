import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { pypiPackage } from './pypi-package.ts';

const file = z.object({ conversations: z.array(z.array(z.coerce.string())) });

const subjects = ['conversations', 'emotion', 'food', 'gossip', 'greetings', 'humor', 'movies', 'sports'];

/** What people say to each other about anything but software, each line once: a part of the PyPI package chatterbot-corpus (BSD licence). */
export async function everydayTalk(): Promise<readonly string[]> {
  const folder = await pypiPackage('chatterbot-corpus', '1.3.3');
  const texts = subjects.map((subject) =>
    readFile(join(folder, `chatterbot_corpus/data/english/${subject}.yml`), 'utf8'),
  );
  const lines = (await Promise.all(texts)).flatMap((text) => file.parse(parse(text)).conversations.flat());
  return [...new Set(lines.map((line) => line.trim()))].filter((line) => line !== '');
}
