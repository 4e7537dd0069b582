import { PermissionFlagsBits } from 'discord.js';
import { expect, it } from 'vitest';
import { inviteUrl, mayManageMessages, missingPermissions } from './permissions.ts';

const { SendMessages, ManageMessages, ManageChannels, Administrator, ViewChannel } = PermissionFlagsBits;

it.each([
  ['sends messages', SendMessages, false],
  ['manages channels', SendMessages | ManageChannels, false],
  ['manages messages', SendMessages | ManageMessages, true],
  ['is an administrator', Administrator, true],
])('knows whether somebody who %s moderates', (_, held, moderates) => {
  expect(mayManageMessages(held)).toBe(moderates);
});

it('names what Steward lacks, and asks for nothing that lets it moderate', () => {
  expect(missingPermissions(ViewChannel | SendMessages)).not.toContain('Send Messages');
  expect(missingPermissions(ViewChannel | SendMessages)).toContain('Add Reactions');
  const asked = new URL(inviteUrl('1')).searchParams.get('permissions') ?? '';
  expect(mayManageMessages(BigInt(asked))).toBe(false);
});
