import { describe, expect, it } from 'vitest';
import { masked, maskPersonalData } from './moderate.ts';
import type { ModerationType } from './moderation-types.ts';

describe('findings that overlap', () => {
  const finding = (type: ModerationType, start: number, end: number) => ({ type, rule: 'some', start, end });

  it('are masked as one up to the furthest end, also when one lies within another', () => {
    const found = [finding('email', 2, 9), finding('phone', 3, 5), finding('card', 8, 12)];
    expect(masked('a 23456789ab!', found)).toBe('a [email removed]!');
    expect(masked('a 23456789 b', found.slice(0, 2))).toBe('a [email removed]9 b');
  });

  it('are named after the longer one when two begin at the same place', () => {
    expect(masked('0123456789', [finding('phone', 0, 3), finding('email', 0, 8)])).toBe('[email removed]89');
  });
});

describe('masking for the archive', () => {
  it('takes out data about people and credentials, and leaves addresses of machines', () => {
    expect(
      maskPersonalData('jane.doe@gmail.com from 8.8.8.8 with sk-abcdefghijklmnopqrstuvwx123456, shit'),
    ).toBe('[email removed] from 8.8.8.8 with [secret removed], shit');
  });
});
