import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PortError } from '../../../domain/ports/errors.ts';
import type { GenerationInfo } from '../../../domain/ports/library.ts';
import { linkDurably, renameDurably, temporaryName } from '../files/durable-files.ts';
import { ignoreMissing } from '../files/ignore-missing.ts';
import type { StorageLog } from '../storage-log.ts';
import { readAbout, writeAbout } from './about-generation.ts';
import {
  existingGeneration,
  generationFiles,
  generationNumbers,
  generationsDir,
  liveLink,
  liveNumber,
  type GenerationFiles,
} from './generation-files.ts';
import type { GenerationStore } from './generation-store.ts';
import { makeGeneration, rememberNumber } from './make-generation.ts';

/** Which generations there are, which one is live and which are open for writing. All changes inside the lock. */
export interface Generations {
  live(): number;
  list(): readonly GenerationInfo[];
  /** The files of a generation that may be written: the live one, or a rebuild that is not published. Else null. */
  writable(number: number): GenerationFiles | null;
  open(owner: string): number;
  /** Makes a generation live that was found complete. */
  goLive(files: GenerationFiles): void;
  discard(number: number): void;
  /** Makes a former generation live again. */
  rollBack(number: number): void;
  /** At start: ends the rebuild of a generation whose publication died after the link. */
  complete(): void;
}

export function createGenerations({
  libraryDir,
  store,
  log,
}: {
  readonly libraryDir: string;
  readonly store: GenerationStore;
  readonly log: StorageLog;
}): Generations {
  const live = (): number => liveNumber(libraryDir) ?? missingLive(libraryDir);
  const rebuildOwner = (number: number): string | null =>
    number === live() ? null : (readAbout(generationFiles(libraryDir, number))?.rebuildOwner ?? null);

  const discard = (number: number): void => {
    if (rebuildOwner(number) === null) return;
    const files = generationFiles(libraryDir, number);
    store.topics.forget(files);
    rememberNumber(libraryDir, number);
    // Out of sight at once; what a death leaves of it is swept at the next start.
    const dropped = temporaryName(join(generationsDir(libraryDir), String(number)));
    renameDurably(files.folder, dropped);
    rmSync(dropped, { recursive: true, force: true });
    log.info({ generation: number }, 'generation_discarded');
  };

  const goLive = (files: GenerationFiles): void => {
    // A former generation, too, comes back without what was retracted since.
    store.complete(files);
    const former = generationFiles(libraryDir, live());
    // Were the live one still marked as a rebuild after a death, it would be open for writing as a former one.
    endRebuild(former);
    linkDurably(join('generations', String(files.number)), liveLink(libraryDir));
    endRebuild(files);
    if (former.number !== files.number) store.topics.forget(former);
    log.info({ generation: files.number, former: former.number }, 'generation_published');
  };

  return {
    live,
    discard,
    goLive,
    complete: () => endRebuild(generationFiles(libraryDir, live())),

    list() {
      const liveNow = live();
      return generationNumbers(libraryDir).map((number) => {
        const files = generationFiles(libraryDir, number);
        const topics = store.topics.all(files);
        const pairs = topics.reduce((sum, { topic }) => sum + topic.pairs.length, 0);
        if (number !== liveNow) store.topics.forget(files);
        const building = rebuildOwner(number) !== null;
        return {
          number,
          live: number === liveNow,
          building,
          since: sinceOf(files),
          topics: topics.length,
          pairs,
        };
      });
    },

    writable: (number) =>
      number === live() || rebuildOwner(number) !== null ? existingGeneration(libraryDir, number) : null,

    /** There is one rebuild at a time (its owner holds the lease), so those of other owners are dead. */
    open(owner) {
      const rebuilds = generationNumbers(libraryDir).filter((number) => rebuildOwner(number) !== null);
      const own = rebuilds.find((number) => rebuildOwner(number) === owner);
      for (const number of rebuilds) if (number !== own) discard(number);
      return own ?? makeGeneration(libraryDir, owner);
    },

    rollBack(number) {
      const files = existingGeneration(libraryDir, number);
      if (rebuildOwner(number) !== null) throw notPublished(number);
      goLive(files);
    },
  };
}

function endRebuild(files: GenerationFiles): void {
  const about = readAbout(files);
  if (about?.rebuildOwner) writeAbout(files, { ...about, rebuildOwner: null });
}

/** The file is written when the rebuild begins and when it is published, and never again. */
const sinceOf = ({ about, folder }: GenerationFiles): string =>
  ignoreMissing(() => statSync(about), statSync(folder)).mtime.toISOString();

const notPublished = (number: number): PortError =>
  new PortError({
    kind: 'final',
    code: 'generation_not_published',
    message: `Generation ${number} is being built. Only one that was live before can be rolled back to.`,
  });

function missingLive(libraryDir: string): never {
  throw new PortError({
    kind: 'final',
    code: 'library_live_missing',
    message: `${liveLink(libraryDir)} is gone. Restart Steward, which says what to do about it.`,
  });
}
