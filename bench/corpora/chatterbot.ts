import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Pair } from '../library/library-pairs.ts';
import { pypiPackage } from './pypi-package.ts';

/* Conversations of the PyPI package chatterbot-corpus (BSD licence). */

const file = z.object({ conversations: z.array(z.array(z.coerce.string())) });

/** Questions that people asked tech support, and the answers. */
export async function chatterbotPairs(): Promise<readonly Pair[]> {
  const folder = await pypiPackage('chatterbot-corpus', '1.3.3');
  const text = await readFile(join(folder, 'chatterbot_corpus/data/english/tech_support.yml'), 'utf8');
  return file.parse(parse(text)).conversations.flatMap(([question = '', answer = '']) => {
    const pair = { question: question.trim(), answer: answer.trim() };
    return pair.question === '' || pair.answer === '' ? [] : [pair];
  });
}
