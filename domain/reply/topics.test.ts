import { describe, expect, it } from 'vitest';
import { findTopic, topicList, type Topic } from './topics.ts';

const topic = (name: string, ...aliases: readonly string[]): Topic => ({
  name,
  aliases,
  scenario: '',
  url: null,
});
const topics = [topic('Billing', 'invoices', 'payment'), topic('Install')];

describe('topics', () => {
  it('are listed with their aliases, one on each line', () => {
    expect(topicList(topics)).toBe('Billing, invoices, payment\nInstall');
  });

  it.each([['billing'], [' Invoices '], ['PAYMENT']])('are found as %j', (said) => {
    expect(findTopic(topics, said)?.name).toBe('Billing');
  });

  it.each([[null], [''], ['refunds'], ['Billing, invoices, payment']])('are none for %j', (said) => {
    expect(findTopic(topics, said)).toBeNull();
  });
});
