import { describe, expect, it } from 'vitest';
import { faultKinds, plantFaults, type FaultKind } from './planted-faults.ts';

const source =
  'Run `harbor backup FILE` before an update. A backup is kept for 30 days, unless `backup.keep_days` is set. ' +
  'It cannot be restored on another version. `--quiet` prints nothing.';
const other = '# Users\nOnly administrators can invite a user with `harbor invite NAME --mail ADDRESS`.';

const faultIn = (draft: string, kind: FaultKind, turn = 0): string | undefined =>
  plantFaults({ draft, sources: [source], otherPages: [other] }, turn).find((fault) => fault.kind === kind)
    ?.draft;

describe('a planted fault', () => {
  it.each<[FaultKind, string, string]>([
    ['number', 'It is kept for 30 days.', 'It is kept for 60 days.'],
    ['negation', 'It cannot be restored.', 'It can be restored.'],
    ['negation', 'It can be restored.', 'It can not be restored.'],
    ['negation', 'Run `harbor backup FILE`.', 'Do not: Run `harbor backup FILE`.'],
    ['name', 'Run `harbor backup FILE`.', 'Run `harbor invite NAME --mail ADDRESS`.'],
    [
      'other_page',
      'It is kept.',
      'It is kept. Only administrators can invite a user with `harbor invite NAME --mail ADDRESS`.',
    ],
    ['condition', 'It is kept for 30 days, unless `backup.keep_days` is set.', 'It is kept for 30 days.'],
    ['condition', 'Run it before an update, then wait.', 'Run it, then wait.'],
    ['condition', 'If you update, run it.', 'Run it.'],
    ['addition', 'It is kept.', 'It is kept. You can undo this for 90 days in the trash.'],
  ])('of the kind %s makes of "%s"', (kind, draft, expected) => {
    expect(faultIn(draft, kind)).toBe(expected);
  });

  it.each<[FaultKind, string, string]>([
    ['number', 'It is kept for 45 days.', 'a number that no source holds'],
    ['number', 'Version 1.30 of `log-30`.', 'a part of a version or a name'],
    ['name', 'Run `harbor save FILE`.', 'a name that no source holds'],
    ['name', 'Add `--quiet`.', 'a name without another of its kind'],
    ['condition', 'It is kept.', 'no condition'],
  ])('of the kind %s is not made of "%s": %s', (kind, draft) => {
    expect(faultIn(draft, kind)).toBeUndefined();
  });

  it('is never the answer itself, and there is at most one of each kind', () => {
    const draft = 'Run `harbor backup FILE` before an update. It is kept for 30 days.';
    const faults = plantFaults({ draft, sources: [source], otherPages: [other] }, 5);
    expect(faults.map(({ kind }) => kind)).toEqual(faultKinds);
    for (const fault of faults) expect(fault.draft).not.toBe(draft);
  });

  it('takes another addition each turn', () => {
    expect(faultIn('It is kept.', 'addition', 0)).not.toBe(faultIn('It is kept.', 'addition', 1));
  });
});
