import type { Ledger } from '../../../domain/ports/library.ts';
import type { Settled } from '../../../domain/team/qa-pair.ts';
import type { QaId } from '../../../domain/values/qa-id.ts';
import { revisionIn } from '../database/revisions.ts';
import type { Transaction } from '../database/database.ts';
import { newestKept } from '../remember-last.ts';
import { entriesSince, noArchive } from './raw-archive.ts';
import { retractedIds } from '../retracted-and-erased.ts';

/*
 * What became of each raw entry in a generation: `settled.txt`. A retracted entry counts as retracted, whatever its row says. One
 * statement reads what has changed since the last one: lines behind the last position, or, when an older line, a retraction or the
 * archive has changed, that it has.
 */

interface Lines {
  readonly settled: ReadonlyMap<QaId, Settled>;
  /** The position of the last line. */
  readonly position: number;
  /** Changes with older lines and with retractions. */
  readonly former: string;
}

const none: Lines = { settled: new Map(), position: 0, former: '' };

const linesAfter = (trx: Transaction, generation: number, position: number) =>
  trx
    .selectFrom('generations')
    .leftJoin('settlements', (join) =>
      join.onRef('generation', '=', 'number').on('settlements.position', '>', position),
    )
    .select(['state', 'adoptedCursor as cursor', 'position', 'qaId', 'outcome', 'topic', 'cause'])
    .select((of) => [
      revisionIn(trx, `settlements ${generation}`).as('revision'),
      of.selectFrom('retractions').select(of.fn.countAll<number>().as('n')).as('retractions'),
      revisionIn(trx, 'archive').as('archive'),
      of
        .selectFrom('raw_segments')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('qaId', 'is not', null)
        .as('lastId'),
    ])
    .where('number', '=', generation)
    .where('state', '<>', 'dropped')
    .orderBy('position');

/** The lines in the order of the file. Null for an unknown generation. */
export async function readSettled(trx: Transaction, generation: number, known = none) {
  let rows = await linesAfter(trx, generation, known.position).execute();
  const [about] = rows;
  if (!about) return null;
  const versionBefore = `${about.revision} ${about.retractions}`;
  const isKnown = known.former === versionBefore;
  const base = isKnown ? known : none;
  if (base.position < known.position) rows = await linesAfter(trx, generation, 0).execute();
  const lines = rows.flatMap(({ qaId, outcome, topic, cause }): readonly Settled[] =>
    qaId === null || outcome === null ? [] : [{ qaId, outcome, topic, ...(cause !== null && { cause }) }],
  );
  if (isKnown && lines.length === 0) return { ...known, about };
  const settled = new Map(base.settled);
  for (const line of lines) {
    if (settled.get(line.qaId)?.outcome !== 'retracted') settled.set(line.qaId, line);
  }
  const retracted = isKnown || about.retractions === 0 ? [] : await retractedIds(trx);
  for (const qaId of retracted) settled.set(qaId, { qaId, outcome: 'retracted', topic: null });
  return { settled, position: rows.at(-1)?.position ?? base.position, former: versionBefore, about };
}

/** The live generation, a rebuild, and one that a reply is pinned to. */
export const generationsKept = 3;

interface LedgerOf extends Ledger {
  readonly isOpen: boolean;
  /** Entries up to it count as settled. */
  readonly cursor: QaId | null;
}

type ReadLedger = (trx: Transaction, generation: number) => Promise<LedgerOf | null>;

/** Reads only what has changed since the last read. Both return null for an unknown generation. */
export function createLedgerReader(): {
  /** Only for reads: caches what it finds. */
  readonly read: ReadLedger;
  /** For changes, which may be rolled back: caches nothing. */
  readonly readInChange: ReadLedger;
} {
  const ledgers = newestKept<Lines>(generationsKept);
  let archive = noArchive;
  const reading =
    (keeps: boolean): ReadLedger =>
    async (trx, generation) => {
      const lines = await readSettled(trx, generation, ledgers.get(generation));
      if (!lines) return null;
      const { settled, about } = lines;
      const now = await entriesSince(trx, archive, about);
      if (keeps) {
        ledgers.set(generation, lines);
        archive = now;
      }
      const isOpen = about.state === 'live' || about.state === 'building';
      return { entries: now.entries, settled, isOpen, cursor: about.cursor };
    };
  return { read: reading(true), readInChange: reading(false) };
}
