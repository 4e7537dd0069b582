import { oneLineOf } from '../values/text.ts';

const most = 5;
const maxChars = 200;

/** Rules for descriptions, whatever the config's prompt says: search also finds a page by these questions. */
export const documentRules: readonly string[] = [
  `\`questions\`: up to ${most} different questions that the document answers, as its readers would ask them.`,
  'Ask in everyday words, about tasks and about what goes wrong: "Why does the upload stop at 5 MB?" is better than "What is maxUploadSize?".',
  'No question that the document does not answer.',
];

export const topicRules: readonly string[] = ['`questions`: an empty list.'];

/** Normalizes the questions that a model wrote for a page. */
export const pageQuestions = (written: readonly string[]): readonly string[] =>
  [...new Set(written.map((question) => oneLineOf(question, maxChars)))]
    .filter((question) => question !== '')
    .slice(0, most);
