import { z } from 'zod';
import { moderationTypes } from '../../domain/moderation/moderation-types.ts';
import { personalDataPrompt } from '../prompts/reply-prompts.ts';
import { filledText } from './fields.ts';

export const moderation = z.strictObject({
  profile: z
    .enum(['community', 'strict'])
    .nullable()
    .default(null)
    .meta({ expects: 'community, strict or null' })
    .describe(
      '`community`: for a channel where links, paths, IP numbers and code are what people talk about. `strict`: those are masked, ' +
        'and more is blocked. null: `strict` in the set of steps of that name, else `community`. docs/moderation.md has both.',
    ),
  actions: z
    .partialRecord(z.enum(moderationTypes), z.enum(['mask', 'block', 'allow']))
    .default({})
    .meta({ expects: `mask, block or allow by type: ${moderationTypes.join(', ')}` })
    .describe('What to do otherwise than the profile, by type: mask, block or allow.'),
  personal_data_model: z
    .boolean()
    .default(false)
    .describe('Also ask the model for data about people that the rules cannot see, before all other calls.'),
  personal_data_prompt: filledText()
    .default(personalDataPrompt)
    .describe('Task: which words tell who a private person is?'),
});
