import type { TestDiscord } from './discord/test-discord.ts';
import { agreeable } from './provider/agreeable.ts';
import type { Script } from './provider/scripted-provider.ts';

/** Members who ask about options in rounds, so that what the team said in a round may answer the next one. */
export interface RehearsedPast {
  readonly options: number;
  readonly rounds: number;
  /** What the team says of an option in a round. */
  readonly keyOf: (option: number, round: number) => string;
}

/** Says the past in #help, with chatter before each question and one question that nobody answers. */
export function sayRehearsedPast(discord: TestDiscord, { options, rounds, keyOf }: RehearsedPast) {
  const roundHours = 600 / rounds;
  const optionHours = roundHours / options;
  const questions = Array.from({ length: rounds }, (_, round) =>
    Array.from({ length: options }, (_, option) => {
      const hoursAgo = 700 - roundHours * round - optionHours * option;
      discord.say({ by: 'Guest', text: 'nice weather here', hoursAgo: hoursAgo + 0.6 * optionHours });
      const asked = discord.say({
        by: `Member ${round} ${option}`,
        text: `How do I set option${option} here?`,
        hoursAgo,
      });
      discord.say({
        by: 'Maya',
        team: true,
        text: `With ${keyOf(option, round)}.`,
        replyTo: asked.id,
        hoursAgo: hoursAgo - 0.2 * optionHours,
      });
      return asked;
    }),
  );
  const open = discord.say({ by: 'Noor', text: `How do I set option${options} here?`, hoursAgo: 20 });
  return { questions: questions.flat(), open };
}

export const optionIn = (text: string): string => /option(\d+)/u.exec(text)?.[1] ?? '';

/** Answers with the newest pair that it is shown about the option, and compares by the words. */
export const quoting: Script = (call) => {
  const option = optionIn(call.text('question'));
  if (call.decision === 'LLMSelectionResult')
    return { look_for: '', selected_source_ids: ['team:learned.txt'] };
  if (call.decision === 'LLMGenerationResult') {
    const said = new RegExp(`option${option} here\\?\nTeam: (.*)`, 'u').exec(call.text('source'))?.[1];
    const citations = said === undefined ? [] : [{ source_id: 'team:learned.txt', qa_ids: [] }];
    return { answer: said ?? null, citations };
  }
  if (call.decision !== 'ComparisonDecision') return agreeable(call);
  const isSame = call.text('draft').includes(call.text('source'));
  return { issues: isSame ? [] : ['another key'], verdict: isSame ? 'agrees' : 'contradicts' };
};
