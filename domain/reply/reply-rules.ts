import { languageName, type LanguageCode } from '../language/language-codes.ts';

/**
 * Rules for the answers of a reply's steps, whatever the config's prompts say: these fields direct the graph, so no
 * prompt may change their meaning.
 */
export const gateRules: readonly string[] = [
  '`topic`: the first name of the line in `topics` that the question belongs to. null if none fits.',
  '`subject_changed`: false only if the question goes on about your last answer (You:) in `conversation`, like "and on ' +
    'Windows?". true for another subject, and if you have said nothing before.',
];

export interface GenerationLimits {
  /** Whether generation may look something up at all. The same at each step, so that a provider's cache holds the prompt. */
  readonly mayLookUp: boolean;
  /** Steward has asked back in this conversation before. */
  readonly asksAgain: boolean;
  /** The language to answer in, if it is not that of the sources. */
  readonly language?: LanguageCode | null;
}

export const generationRules = ({ mayLookUp, asksAgain, language }: GenerationLimits): readonly string[] => [
  '`missing`: before you answer, what of the question no source holds, in a few words. null if they hold all of it.',
  '`confidence`: from 0 to 10, how surely the sources contain the answer. 9 or 10 only if a source says it in so many words.',
  'A source with from="team" is newer than the documentation. If they contradict each other, the team is right.',
  '`answer_type`: `answer` for an answer.',
  '`answer_type` is `elsewhere` if a source names another place for this. `answer` names that place: "Ask in #billing".',
  '`answer_type` is `out_of_scope`, with `answer` null, if the question has nothing to do with this project.',
  asksAgain
    ? '`answer_type` is never `clarifying`: you have asked back before.'
    : '`answer_type` is `clarifying` if only the member can say what is missing. `answer` is then one short question back.',
  ...(language
    ? [`\`answer\` is in ${languageName(language)} (${language}), whatever the language of the sources.`]
    : []),
  ...(mayLookUp ? toolRules : [`\`tool_calls\`: an empty list. ${nothingMore}`]),
];

/** What generation reads behind its last step. */
export const nothingMore = 'Nothing more can be looked up.';

const toolRules: readonly string[] = [
  '`tool_calls`: an empty list, unless the sources lack something that can be looked up. Then `answer` is what the sources ' +
    'hold so far, or null; it stands while you look further.',
  'The tool `search` takes words to find in the knowledge base: {"tool": "search", "input": "reset password"}. The best of what it finds are ' +
    'further `source` sections.',
  'The tool `read` takes the id of a source, and behind a line break words to look for in it: {"tool": "read", "input": ' +
    '"kb:setup.md\\nproxy settings"}. It also reads what a "[…]" left out, by its headings. `check_url` takes an address in a source.',
  'You are asked again with what the tools found behind what stands here, a few times at most.',
];

export const translationRules = (into: LanguageCode): readonly string[] => [
  `The target language is ${languageName(into)} (${into}).`,
];

export const repairRules: readonly string[] = [
  '`draft` is your answer before. It was rejected for the reasons in `objections`.',
  'Repair it from the sources. What a source holds and no objection names stays. If they do not contain what is needed, `answer` is null.',
];
