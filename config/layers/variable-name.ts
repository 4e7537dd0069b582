/** The variable that sets a setting: `STEWARD__KB__LLM__MODEL` for `kb.llm.model`. */
export const variableName = (path: readonly string[]): string =>
  ['STEWARD', ...path].join('__').toUpperCase();
