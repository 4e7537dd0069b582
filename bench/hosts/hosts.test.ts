import { expect, it } from 'vitest';
import { playRounds, short } from './hosts.ts';

it('three hosts that share PostgreSQL and Temporal alone lose nothing and answer once, whatever strikes them', async () => {
  const [round] = await playRounds({ rounds: 1, size: short, progress: () => {} });
  const { questions, captures } = short;
  expect(round).toMatchObject({ asked: questions, answered_once: questions, lost: 0, doubled: 0, half: 0 });
  expect(round).toMatchObject({ captures, captures_lost: 0 });
  const kinds = [
    'killed',
    'cut_from_postgres',
    'cut_from_temporal',
    'slowed',
    'unplugged',
    'frozen',
    'joined',
  ];
  expect(Object.keys(round?.faults_by_kind ?? {})).toEqual(expect.arrayContaining(kinds));
});
