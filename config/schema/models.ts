import type { MemberLimits } from '../../domain/reply/member-shares.ts';
import { z } from 'zod';
import { count, nullByDefault } from './fields.ts';
import { llm } from './llm.ts';

const usdPerMillion = () => z.number().min(0).max(100_000);

const price = z.strictObject({
  input: usdPerMillion().describe('US dollars for a million tokens of a prompt.'),
  cached_input: usdPerMillion()
    .optional()
    .describe('The same for tokens that the provider read from its cache; as `input` if it is not set.'),
  output: usdPerMillion().describe('US dollars for a million tokens of an answer.'),
});

export const models = z.strictObject({
  fallbacks: z
    .record(z.string().regex(/^[a-z][a-z0-9_]*$/), llm)
    .meta({ expects: 'models by names of your own' })
    .default({})
    .describe(
      'Models that stand in for others, by names of your own, with the keys of `ai_response.llm`. `ai_response.fallbacks` and ' +
        '`kb.fallbacks` name them. A key comes from `STEWARD__MODELS__FALLBACKS__<NAME>__API_KEY`.',
    ),
  prices: z
    .record(z.string().regex(/\S/), price)
    .meta({ expects: 'prices by the names of models' })
    .default({})
    .describe(
      'What each model costs, by its name in `model`. The cost of a model that is not listed here is unknown; `extractive` costs nothing.',
    ),
});

/** Null means no limit. */
const limit = () => nullByDefault(count({ min: 1, max: 1_000_000_000_000 }));

const perHour = (usual: number) => count({ min: 1, max: 1_000_000 }).nullable().default(usual);

/** For the demo, where one person plays everybody, and for measurements. */
export const noMemberLimits = {
  direct_per_member_per_hour: null,
  direct_per_channel_per_hour: null,
  direct_per_guild_per_hour: null,
  requests_per_member_per_hour: null,
  requests_per_channel_per_hour: null,
  helper_per_member_per_ten_minutes: null,
  helper_per_channel_per_hour: null,
} as const satisfies MemberLimits;

export const budget = z.strictObject({
  usd_per_day: nullByDefault(z.number().positive().max(1_000_000)).describe(
    'US dollars. Needs a price in `models.prices` for every model that is used. null: no limit.',
  ),
  tokens_per_day: limit().describe('Tokens of prompts and answers together. null: no limit.'),
  calls_per_day: limit().describe('Model calls. null: no limit.'),
  direct_per_member_per_hour: perHour(20).describe(
    'How often one member may ask Steward directly in an hour. null: no limit.',
  ),
  direct_per_channel_per_hour: perHour(60).describe('The same, in one channel.'),
  direct_per_guild_per_hour: perHour(200).describe('The same, in one server.'),
  requests_per_member_per_hour: perHour(60).describe(
    'How much else one member who does not moderate may ask of Steward in an hour: docs/using-discord.md has the list. ' +
      'null: no limit.',
  ),
  requests_per_channel_per_hour: perHour(600).describe('The same, in one channel.'),
  helper_per_member_per_ten_minutes: perHour(1).describe(
    'How often one member may have the helper role called in ten minutes. null: no limit.',
  ),
  helper_per_channel_per_hour: perHour(5).describe(
    'How often the helper role is called in one channel in an hour.',
  ),
});
