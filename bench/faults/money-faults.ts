import { completion, json } from '../../test/support/provider/provider-plays.ts';
import { gateDecision } from '../../test/support/values/decisions.ts';
import type { FaultResult, ProviderCase } from './provider-cases.ts';
import { askWith } from './provider-faults.ts';

/** A provider's report about a call of some 150 tokens, and what is booked: its figures, or the estimate. */
const reports: readonly (readonly [string, unknown, ProviderCase['booked']])[] = [
  ['nothing', undefined, 'estimate'],
  ['null', null, 'estimate'],
  ['an empty object', {}, 'estimate'],
  ['a list', [120, 30], 'estimate'],
  ['a number', 150, 'estimate'],
  ['a text', 'many', 'estimate'],
  ['prompt tokens only', { prompt_tokens: 120 }, 'estimate'],
  ['completion tokens only', { completion_tokens: 30 }, 'estimate'],
  ['a total only', { total_tokens: 150 }, 'estimate'],
  ['null tokens', { prompt_tokens: null, completion_tokens: null }, 'estimate'],
  ['tokens in words', { prompt_tokens: '120', completion_tokens: '30' }, 'estimate'],
  ['negative prompt tokens', { prompt_tokens: -100_000, completion_tokens: 30 }, 'estimate'],
  ['negative completion tokens', { prompt_tokens: 120, completion_tokens: -30 }, 'estimate'],
  ['halves of tokens', { prompt_tokens: 120.5, completion_tokens: 30 }, 'estimate'],
  ['a million times as many tokens', { prompt_tokens: 120_000_000, completion_tokens: 30 }, 'estimate'],
  ['more tokens than there are numbers', { prompt_tokens: 1e300, completion_tokens: 30 }, 'estimate'],
  ['true', { prompt_tokens: true, completion_tokens: true }, 'estimate'],
  ['tokens in a list', { prompt_tokens: [120], completion_tokens: [30] }, 'estimate'],
  ['tokens alone', { prompt_tokens: 120, completion_tokens: 30 }, 'reported'],
  [
    'a total that is wrong',
    { prompt_tokens: 120, completion_tokens: 30, total_tokens: 9_999_999 },
    'reported',
  ],
  [
    'tokens and what they were',
    { prompt_tokens: 120, completion_tokens: 30, prompt_tokens_details: { cached_tokens: 64 } },
    'reported',
  ],
  ['tokens and their price', { prompt_tokens: 120, completion_tokens: 30, cost: -5 }, 'reported'],
];

const answer = completion({ content: JSON.stringify(gateDecision()) });

/** Checks the booking after each report: none makes a call free or spends a day's budget at once. */
export const moneyFaults = (): Promise<readonly FaultResult[]> =>
  askWith(
    reports.map(([name, usage, booked]) => ({
      name: `reports ${name}`,
      plays: [json(200, { ...answer, usage })],
      ends: [null],
      booked,
    })),
  );
