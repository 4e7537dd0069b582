/** Names that lead to a setting which has another one now. The longest that fits counts. */
const otherNames: readonly { readonly from: readonly string[]; readonly to: readonly string[] }[] = [
  { from: ['ai_response', 'llm_timeout_seconds'], to: ['ai_response', 'llm', 'timeout_seconds'] },
  { from: ['ai_response', 'max_retries'], to: ['ai_response', 'llm', 'max_retries'] },
];

/** `ai.*` and the names above, as the schema knows them. */
export function schemaPath(path: readonly string[]): readonly string[] {
  const inSection = path[0] === 'ai' ? ['ai_response', ...path.slice(1)] : path;
  const other = otherNames.find(({ from }) => from.every((key, at) => inSection[at] === key));
  return other ? [...other.to, ...inSection.slice(other.from.length)] : inSection;
}
