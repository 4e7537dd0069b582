import { expect, it } from 'vitest';
import { openPosting } from '../../test/support/steps/posting.ts';
import { inStep } from '../../test/support/steps/team-steps.ts';
import { callHelper } from './call-helper.ts';

it('questions of one member that nothing covers call the helpers once in ten minutes, and a retry calls nobody again', async () => {
  const { discord, deps, ask, textsIn, help } = await openPosting();
  const [first, second] = [await ask(), await ask()];
  const call = (messageId: string) => inStep(() => callHelper(deps, { messageId }));
  expect(await call(first)).toMatchObject({ called: true, reason: 'called' });
  expect(await call(first)).toMatchObject({ called: true, reason: 'called_before' });
  expect(await call(second)).toEqual({ called: false, reason: 'called_too_often' });
  const another = await ask({}, { authorId: 'ben' });
  expect(await call(another)).toMatchObject({ called: true, reason: 'called' });
  const pings = textsIn(help).filter((text) => text.includes(discord.world.helperRoleId));
  expect(pings).toHaveLength(2);
  expect(pings[0]).toMatch(/\n> How\? <https:/u);
});
