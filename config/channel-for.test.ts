import { expect, it } from 'vitest';
import { channelFor } from './channel-for.ts';
import { configSchema } from './schema.ts';

const config = configSchema.parse({
  discord: { how_sure: 4, channels: { help: { how_sure: 8 }, general: { when_unknown: 'say_so' } } },
});
const listed = new Map([
  ['1', 'help'],
  ['2', 'general'],
]);

it('a channel has its own settings by its id, and how sure answers are where it says so', () => {
  const channel = channelFor(config, listed);
  expect(channel('1')).toMatchObject({ how_sure: 8, when_unknown: 'silent' });
  expect(channel('2')).toMatchObject({ how_sure: 4, when_unknown: 'say_so' });
  expect(channel('3')).toBeNull();
});

it('without a list every channel counts', () => {
  expect(channelFor(config, null)('9')).toMatchObject({ how_sure: 4, reply_style: 'thread' });
});
