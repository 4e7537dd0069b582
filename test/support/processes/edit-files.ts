import {
  appendFileSync,
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { formatRawEntry } from '../../../domain/team/qa-blocks.ts';
import { qaIdFromTimestamp } from '../../../domain/values/qa-id.ts';

/** A person with an editor, who adds entries to a file, one per save, in the three ways in which editors save. */
const [path = '', count = '0'] = process.argv.slice(2);

const block = (at: number): string => {
  const timestamp = new Date(Date.UTC(2025, 0, 1) + at * 1000).toISOString().replace('.000Z', 'Z');
  const said = [
    { label: 'User', text: `Question ${at}` },
    { label: 'Team', text: 'By hand' },
  ] as const;
  const ids = { conversationId: `thread_${at}`, messageIds: [String(at)] };
  return formatRawEntry({ qaId: qaIdFromTimestamp(timestamp), timestamp, turns: said, ...ids });
};

const ways: readonly ((text: string) => void)[] = [
  (text) => appendFileSync(path, `\n${text}`),
  (text) => {
    const whole = `${readFileSync(path, 'utf8')}\n${text}`;
    writeFileSync(`${path}~`, whole);
    renameSync(`${path}~`, path);
  },
  (text) => {
    const file = openSync(path, 'r+');
    writeSync(file, `\n${text}`, fstatSync(file).size);
    closeSync(file);
  },
];

for (let at = 1; at <= Number(count); at += 1) {
  for (;;) {
    try {
      ways[at % ways.length]?.(block(at));
      break;
    } catch (error) {
      // The file was missing for a moment: the editor reports it, and the person saves again.
      if ((error as { readonly code?: string }).code !== 'ENOENT') throw error;
    }
  }
  await setTimeout(3);
}
