import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { stewardCacheDir } from '../adapters/temporal/cache-dir.ts';
import { runCommand } from '../adapters/temporal/run-command.ts';

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
  const folder = await fetched();
  const text = await readFile(join(folder, 'chatterbot_corpus/data/english/tech_support.yml'), 'utf8');
  return file.parse(parse(text)).conversations.flatMap(([question = '', answer = '']) => {
    const pair = { question: question.trim(), answer: answer.trim() };
    return pair.question === '' || pair.answer === '' ? [] : [pair];
  });
}

async function fetched(): Promise<string> {
  const cache = join(stewardCacheDir(process.env), 'bench');
  const folder = join(cache, `chatterbot-corpus-${version}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  try {
    const wanted = `chatterbot-corpus==${version}`;
    await python(['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', unfinished, wanted]);
    const wheel = (await readdir(unfinished)).find((name) => name.endsWith('.whl')) ?? '';
    await python(['-m', 'zipfile', '-e', join(unfinished, wheel), unfinished]);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

async function python(args: readonly string[]): Promise<void> {
  const ended = await runCommand({ program: 'python3', args, timeoutMilliseconds: 120_000 });
  if (ended.exitCode === 0) return;
  throw new Error(
    `python3 ${args.slice(0, 3).join(' ')} failed. The corpus is fetched with pip: ${ended.output}`,
  );
}
