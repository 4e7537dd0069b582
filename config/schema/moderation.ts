import { z } from 'zod';
import { moderationTypes } from '../../domain/moderation/moderation-types.ts';
import { personalDataPrompt } from '../prompts/reply-prompts.ts';
import { nullByDefault, prompt } from './fields.ts';

export const moderation = z.strictObject({
  profile: nullByDefault(z.enum(['community', 'strict'])).describe(
    'What is masked and what is refused: see docs/moderation.md. null: `strict` in the graph of that name, else `community`.',
  ),
  actions: z
    .partialRecord(z.enum(moderationTypes), z.enum(['mask', 'block', 'allow']))
    .default({})
    .meta({ expects: `mask, block or allow by type: ${moderationTypes.join(', ')}` })
    .describe('Actions that differ from those of the profile, by type: mask, block or allow.'),
  personal_data_model: nullByDefault(z.boolean()).describe(
    'Also ask the model, before all other calls, for personal data that the rules cannot recognise. null: in the profile `strict`.',
  ),
  personal_data_prompt: prompt(personalDataPrompt, 'Task: which words tell who a private person is?'),
});
