import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { pypiPackage } from './pypi-package.ts';

const file = z.record(z.string(), z.object({ messages: z.array(z.array(z.object({ text: z.string() }))) }));

/**
 * The messages of students in 7,168 conversations, from the PyPI package chitchat-dataset (MIT licence). A burst is
 * what one wrote before the other did, one message per line.
 */
export async function chitchatBursts(): Promise<readonly string[]> {
  const folder = await pypiPackage('chitchat-dataset', '0.9.0');
  const text = await readFile(join(folder, 'chitchat_dataset/dataset.json'), 'utf8');
  const conversations = Object.values(file.parse(JSON.parse(text)));
  return conversations.flatMap(({ messages }) =>
    messages.map((burst) => burst.map((message) => message.text).join('\n')),
  );
}
