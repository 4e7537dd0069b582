import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  readdirSync,
  statSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage, type Storage } from '../../adapters/storage/open-storage.ts';
import { storagePaths } from '../../test/support/storage/storage-paths.ts';
import { PortError } from '../../domain/ports/errors.ts';
import type { RawEntry } from '../../domain/team/qa-pair.ts';
import { qaIdFromTimestamp } from '../../domain/values/qa-id.ts';
import { addPair } from '../../test/support/storage/add-pair.ts';
import type { FaultResult } from './provider-cases.ts';

type Damage = (path: string, outside: string) => void;

const changed =
  (change: (bytes: Buffer) => Buffer | string): Damage =>
  (path) =>
    writeFileSync(path, change(readFileSync(path)));
const middle = (bytes: Buffer) => Math.floor(bytes.length / 2);

const isFolder: Damage = (path) => {
  rmSync(path);
  mkdirSync(path);
};

const ofSomebody = 'of somebody else';

/** Damages to one printed file while no Steward runs. */
const damages: Readonly<Record<string, Damage>> = {
  'is deleted': (path) => rmSync(path),
  'is emptied': changed(() => ''),
  'is cut in the middle': changed((bytes) => bytes.subarray(0, middle(bytes))),
  'has zeros in the middle': changed((bytes) =>
    Buffer.from(bytes).fill(0, middle(bytes), Math.min(bytes.length, middle(bytes) + 20)),
  ),
  'has other text at its end': changed((bytes) => `${bytes.toString()}\nnot of Steward: <@666>\n`),
  'has other text at its beginning': changed((bytes) => `not of Steward\n${bytes.toString()}`),
  'is in another encoding': changed((bytes) => Buffer.from(bytes.toString(), 'utf16le')),
  'has the line ends of Windows': changed((bytes) => `\uFEFF${bytes.toString().replaceAll('\n', '\r\n')}`),
  'is there twice over': changed((bytes) => Buffer.concat([bytes, bytes])),
  'is a folder': isFolder,
  'is a link to a file elsewhere': (path, outside) => {
    rmSync(path);
    symlinkSync(outside, path);
  },
};

/** Damages to the database, and the code of the refusal. */
const databaseDamages: readonly (readonly [string, Damage, PortError['code']])[] = [
  [
    'has zeros at its beginning',
    changed((bytes) => Buffer.from(bytes).fill(0, 0, 100)),
    'storage_not_a_database',
  ],
  ['is a text', changed(() => 'a text that is no database at all'.repeat(20)), 'storage_not_a_database'],
  ['is a folder', isFolder, 'storage_database'],
  ['is emptied, with its text files there', changed(() => ''), 'store_lost'],
  ['is deleted, with its text files there', (path) => rmSync(path), 'store_lost'],
];

const entryAt = (second: number): RawEntry => {
  const timestamp = new Date(Date.UTC(2026, 1, 1, 0, 0, second)).toISOString().replace('.000Z', 'Z');
  return {
    qaId: qaIdFromTimestamp(timestamp),
    timestamp,
    conversationId: `thread_${second}`,
    messageIds: [`${second}1`, `${second}2`],
    turns: [
      { label: 'User', text: `Question ${second}` },
      { label: 'Team', text: `Answer ${second}` },
    ],
  };
};
const now = new Date('2026-02-04T12:00:00Z');
const pathsIn = (folder: string) =>
  storagePaths({ dataDir: join(folder, 'data'), sourcesDir: join(folder, 'docs') });

/**
 * Damages one printed file, opens the store and captures one more pair. The capture has to end, archive and topics have
 * to be the same as in an undamaged folder, the file has to show them again, and of a file elsewhere nothing may be lost.
 */
async function viewFaults(dir: string, template: string): Promise<readonly FaultResult[]> {
  const twin = copyOf(template, dir);
  const expected = await captureIn(twin);
  const results: FaultResult[] = [];
  const root = pathsIn(template).libraryDir;
  for (const file of globSync('**/*.{txt,json}', { cwd: root }).toSorted())
    for (const [what, damage] of Object.entries(damages)) {
      const folder = copyOf(template, dir);
      const outside = join(dir, 'outside.txt');
      writeFileSync(outside, ofSomebody);
      const path = join(pathsIn(folder).libraryDir, file);
      damage(path, outside);
      const found = await captureIn(folder).catch(String);
      if (lstatSync(path).isDirectory()) rmSync(path, { recursive: true });
      await (await open(folder)).close();
      const checks = {
        'what is stored': found === expected,
        'the file': statSync(path).isFile() && holds(path, join(pathsIn(twin).libraryDir, file)),
        'a file elsewhere': [outside, ...keptAside(folder)].some(
          (copy) => readFileSync(copy, 'utf8') === ofSomebody,
        ),
      };
      results.push({ name: `${file} ${what}`, wrong: failing(checks) });
    }
  return results;
}

/** Whether a file contains everything that another one does. Archives and topics may contain a person's additions. */
const holds = (path: string, other: string): boolean => {
  const [text, expected] = [readFileSync(path, 'utf8'), readFileSync(other, 'utf8')].map((one) =>
    // The index cache contains the times of files.
    path.endsWith('.json') ? one.replaceAll(/\d/gu, '0') : one.replaceAll('\r\n', '\n'),
  ) as [string, string];
  return expected.split(/(?=--- QA)/u).every((block) => text.includes(block.trimEnd()));
};

async function databaseFaults(dir: string, template: string): Promise<readonly FaultResult[]> {
  const results: FaultResult[] = [];
  for (const [what, damage, code] of databaseDamages) {
    const folder = copyOf(template, dir);
    damage(pathsIn(folder).database, '');
    const found = await captureIn(folder).catch((error: unknown) =>
      error instanceof PortError ? error.code : String(error),
    );
    const wrong = failing({ 'the refusal': found === code });
    results.push({ name: `the database ${what}`, wrong });
  }
  return results;
}

export async function filesFaults(): Promise<readonly FaultResult[]> {
  const dir = mkdtempSync(join(tmpdir(), 'steward-bench-'));
  try {
    const template = join(dir, 'template');
    await prepare(template);
    return [...(await viewFaults(dir, template)), ...(await databaseFaults(dir, template))];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const keptAside = (folder: string): readonly string[] => {
  const copies = join(pathsIn(folder).libraryDir, 'kept-aside');
  return existsSync(copies) ? readdirSync(copies).map((name) => join(copies, name)) : [];
};

const failing = (checks: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.keys(checks).filter((name) => !checks[name]);

function copyOf(template: string, dir: string): string {
  const folder = mkdtempSync(join(dir, 'copy-'));
  cpSync(template, folder, { recursive: true });
  return folder;
}

const open = (folder: string): Promise<Storage> =>
  openStorage({ paths: pathsIn(folder), log: { info: () => {}, warn: () => {} }, now: () => now });

async function prepare(folder: string): Promise<void> {
  const storage = await open(folder);
  const { library } = storage;
  for (const [second, slug] of [
    [1, 'gpu'],
    [2, 'gpu'],
    [3, 'disk'],
    [4, 'disk'],
  ] as const)
    await addPair(library, await library.appendRaw(entryAt(second), now), { slug });
  const { qaId } = entryAt(4);
  await library.retract({ qaIds: [qaId], now });
  await library.saveRemovalApproval({ qaId, approved: true, removals: [] });
  await storage.close();
}

/** Captures one more pair and returns everything that is stored, as text. */
async function captureIn(folder: string): Promise<string> {
  const storage = await open(folder);
  const { library } = storage;
  try {
    const generation = await library.liveGeneration();
    await addPair(library, await library.appendRaw(entryAt(5), now), { generation });
    const topics = (await library.topics(generation)).map(({ slug, pairs }) => ({ slug, pairs }));
    return JSON.stringify({ archive: await library.rawEntries(), topics });
  } finally {
    await storage.close();
  }
}
