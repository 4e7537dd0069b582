import { z } from 'zod';
import { filledText, httpUrl, named, nullByDefault } from './fields.ts';

const topic = z.strictObject({
  aliases: z.array(filledText()).default([]).describe('Other names that members use for it.'),
  scenario: z.string().default('').describe('A text that the model reads with a question about it.'),
  topic_url: nullByDefault(httpUrl()).describe('The link for members if no cited source can be linked.'),
});

/** A single line, because the model chooses from a list of lines. */
const topicNamePattern = /^[^\s,][^,\n]*$/u;

export const topics = named(topicNamePattern, topic)
  .meta({ expects: 'topics by their name, without commas' })
  .default({})
  .describe('The subjects that the gate sorts questions by.');

const profile = z.strictObject({
  project_introduction: nullByDefault(z.string()).describe(
    'What the project is. null: `ai_response.project_introduction`.',
  ),
  scope: z.string().default('').describe('Which questions are answered.'),
  refusal_policy: z.string().default('').describe('What is not answered.'),
  tone: z.string().default('').describe('The tone of the answers.'),
  fallback_url: nullByDefault(httpUrl()).describe(
    'The link for members if neither a source nor the topic has one.',
  ),
});

export const profiles = named(/\S/u, profile)
  .meta({ expects: 'profiles by their name' })
  .default({})
  .describe(
    'What the model is told about the project, by the name of the profile. A channel can have its own.',
  );

/** The name of a profile. `refuseUnknownNames` checks that the profile exists. */
export const profileName = (what: string) => nullByDefault(filledText()).describe(what);
