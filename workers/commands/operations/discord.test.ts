import { expect, it } from 'vitest';
import { prepareFolder } from '../../../test/support/storage/prepare-folder.ts';

it.each([['discord invite'], ['discord register']])(
  '%s says what to set where there is no token, and nothing of workers',
  async (command) => {
    const { status, stderr } = (await prepareFolder())(...command.split(' '));
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^This needs a Discord token: STEWARD__DISCORD__TOKEN in \.env/u),
    ]);
  },
);
