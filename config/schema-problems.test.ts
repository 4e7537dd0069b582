import { describe, expect, it } from 'vitest';
import { nearestName } from './schema-problems.ts';

const known = ['guild_ids', 'team_member_ids', 'channels'];

describe('nearestName', () => {
  it.each([
    ['guild_id', 'guild_ids'],
    ['Guild_Ids', 'guild_ids'],
    ['guidl_ids', 'guild_ids'],
    ['chanels', 'channels'],
    ['team_members_ids', 'team_member_ids'],
  ])('takes %s for %s', (wrong, right) => {
    expect(nearestName(wrong, known)).toBe(right);
  });

  it('finds nothing near a word of its own', () => {
    expect(nearestName('token', known)).toBeNull();
  });
});
