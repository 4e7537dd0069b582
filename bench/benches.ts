import type { BenchOptions } from './bench-results.ts';

interface Bench {
  /** What it measures, and the options that it knows beside `--json`. */
  readonly about: string;
  readonly load: () => Promise<{ readonly run: (options: BenchOptions) => Promise<void> }>;
}

/** Every bench by its name. */
export const benches: Readonly<Record<string, Bench>> = {
  answers: {
    about: 'how much of what documents cover is answered, and how much else; --full, --show',
    load: () => import('./answers/answers.ts'),
  },
  chaos: {
    about: 'questions and captures while processes are killed at random; --rounds',
    load: () => import('./faults/chaos.ts'),
  },
  evidence: {
    about: 'whether the passages that answer reach the model, and what that costs; --show',
    load: () => import('./answers/evidence.ts'),
  },
  faults: {
    about: '666 faults done on purpose, by area; --show',
    load: () => import('./faults/faults.ts'),
  },
  gaps: {
    about: 'which questions are one gap',
    load: () => import('./answers/gaps.ts'),
  },
  gate: {
    about: 'what the heuristic gate drops and keeps; --full, --show',
    load: () => import('./answers/gate.ts'),
  },
  hosts: {
    about: 'three hosts that are killed, cut off, slowed and frozen; --rounds',
    load: () => import('./hosts/hosts.ts'),
  },
  quality: {
    about: 'answers, silence and citations on real documentation; --show',
    load: () => import('./quality/quality.ts'),
  },
  readers: {
    about: 'what the index holds of real documentations, beside the truth of 160 pages; --show',
    load: () => import('./readers/readers.ts'),
  },
  regenerate: {
    about: 'model calls, time and history of a rebuild',
    load: () => import('./library/regenerate.ts'),
  },
  rehearsal: {
    about: 'a past with known answers, played, killed and continued',
    load: () => import('./rehearsal/rehearsal.ts'),
  },
  reply: {
    about: 'what a reply costs beside its model; --full',
    load: () => import('./reply/reply.ts'),
  },
  scale: {
    about: 'what a unit of work costs at three sizes; --full',
    load: () => import('./operations/scale.ts'),
  },
  search: {
    about: 'hits of full-text search; with vectors by --full; --show',
    load: () => import('./search/search.ts'),
  },
  startup: {
    about: 'start times, size of the image, memory',
    load: () => import('./operations/startup.ts'),
  },
  storage: {
    about: 'what SQLite and PostgreSQL cost; --full',
    load: () => import('./library/storage.ts'),
  },
  truth: {
    about:
      'posts whose pages have changed, pairs that pages contradict, and versions that questions name; --show',
    load: () => import('./truth/truth.ts'),
  },
  widget: {
    about: 'the script for web pages: the first status, and a kill in the middle',
    load: () => import('./operations/widget.ts'),
  },
};
