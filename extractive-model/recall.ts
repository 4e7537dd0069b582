import type { Decision } from '../domain/models/decisions.ts';

/** Words alone do not tell whether two questions ask the same: it confirms nothing. */
export const recall = (): Decision<'RecallDecision'> => ({
  candidate: null,
  numbers: null,
  dates_and_times: null,
  negation: null,
  entities: null,
  quantifiers: null,
  conditions: null,
  connectives: null,
  modifiers: null,
});
