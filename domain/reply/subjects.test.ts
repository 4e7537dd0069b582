import { describe, expect, it } from 'vitest';
import { findSubject, subjectList } from './subjects.ts';

const topic = (...aliases: readonly string[]) => ({ aliases, scenario: '', topic_url: null });
const topics = { Billing: topic('invoices', 'payment'), Install: topic() };

describe('topics', () => {
  it('are listed with their aliases, one on each line', () => {
    expect(subjectList(topics)).toBe('Billing, invoices, payment\nInstall');
  });

  it.each([['billing'], [' Invoices '], ['PAYMENT'], ['Billing, invoices, payment']])(
    'are found as %j',
    (wantedName) => {
      expect(findSubject(topics, wantedName)?.name).toBe('Billing');
    },
  );

  it.each([[null], [''], ['refunds'], ['Billing, refunds']])('are none for %j', (wantedName) => {
    expect(findSubject(topics, wantedName)).toBeNull();
  });
});
