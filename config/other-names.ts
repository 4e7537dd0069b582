/** Names that lead to a setting which has another one now. The longest that fits counts. */
const otherNames: readonly { readonly from: readonly string[]; readonly to: readonly string[] }[] = [
  { from: ['ai_response', 'llm_timeout_seconds'], to: ['ai_response', 'llm', 'timeout_seconds'] },
  { from: ['ai_response', 'max_retries'], to: ['ai_response', 'llm', 'max_retries'] },
];

/** Settings that are gone, each with what takes its place, as the end of a sentence that begins with "expected". */
const howSure = 'discord.how_sure, or how_sure of a channel: how sure the model has to be, from 0 to 10';
const retiredNames: ReadonlyMap<string, string> = new Map([
  ['discord.min_confidence', howSure],
  ['ai_response.evaluation.before_posting', howSure],
  ['ai_response.evaluation.min_score', howSure],
]);

/** What takes the place of a setting that is gone, or null. */
export const retired = (path: string): string | null => retiredNames.get(path) ?? null;

/** `ai.*` and the names above, as the schema knows them. */
export function schemaPath(path: readonly string[]): readonly string[] {
  const inSection = path[0] === 'ai' ? ['ai_response', ...path.slice(1)] : path;
  const other = otherNames.find(({ from }) => from.every((key, at) => inSection[at] === key));
  return other ? [...other.to, ...inSection.slice(other.from.length)] : inSection;
}
