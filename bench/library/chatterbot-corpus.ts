import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { pypiPackage } from '../corpora/pypi-package.ts';

const version = '1.3.3';

export interface CorpusPair {
  readonly question: string;
  readonly answer: string;
}

const file = z.object({ conversations: z.array(z.array(z.coerce.string())) });

/**
 * The tech-support conversations of the PyPI package chatterbot-corpus (BSD licence): questions that people asked and
 * what they were told. Fetched once with pip into the cache outside the checkout.
 */
export async function chatterbotPairs(): Promise<readonly CorpusPair[]> {
  const folder = await pypiPackage('chatterbot-corpus', version);
  const text = await readFile(join(folder, 'chatterbot_corpus/data/english/tech_support.yml'), 'utf8');
  return file.parse(parse(text)).conversations.flatMap(([question = '', answer = '']) => {
    const pair = { question: question.trim(), answer: answer.trim() };
    return pair.question === '' || pair.answer === '' ? [] : [pair];
  });
}
