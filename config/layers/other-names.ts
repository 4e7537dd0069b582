type Path = readonly string[];

/** Names that lead to a setting which has another one now, a Python original's among them. */
const otherNames: readonly { readonly from: Path; readonly to: Path }[] = [
  { from: ['ai_response', 'llm_timeout_seconds'], to: ['ai_response', 'llm', 'timeout_seconds'] },
  { from: ['ai_response', 'max_retries'], to: ['ai_response', 'llm', 'max_retries'] },
  { from: ['ai_response', 'max_completion_tokens'], to: ['ai_response', 'llm', 'max_output_tokens'] },
  { from: ['ai_response', 'llm', 'max_completion_tokens'], to: ['ai_response', 'llm', 'max_output_tokens'] },
  { from: ['kb', 'llm', 'max_completion_tokens'], to: ['kb', 'llm', 'max_output_tokens'] },
  { from: ['kb', 'summarization_prompt'], to: ['ai_response', 'summarization_prompt'] },
  { from: ['kb', 'web_fetch_timeout_seconds'], to: ['pages', 'timeout_seconds'] },
];

/** A path as the schema knows it: `ai.*` and the names above, and channels without the `#` that they are written with. */
export function schemaPath(path: Path): Path {
  const inSection = path[0] === 'ai' ? ['ai_response', ...path.slice(1)] : path;
  const other = otherNames.find(({ from }) => from.every((key, at) => inSection[at] === key));
  if (other) return [...other.to, ...inSection.slice(other.from.length)];
  const [section, group, channel = '', ...rest] = inSection;
  const isChannel = section === 'discord' && group === 'channels' && /^#[^#\s]/u.test(channel);
  return isChannel ? [section, group, channel.slice(1), ...rest] : inSection;
}

const pythonLevels: Readonly<Record<string, string>> = { warning: 'warn', critical: 'fatal' };

/** A value as the schema knows it: Python's names of log levels count. */
export function schemaValue(path: Path, value: unknown): unknown {
  if (path.join('.') !== 'logging.level' || typeof value !== 'string') return value;
  const level = value.toLowerCase();
  return pythonLevels[level] ?? level;
}

const refresh = 'kb.refresh_interval_seconds and kb.url_check_interval_seconds say how often Steward looks';

/** What a Python original sets and Steward does without, each with what there is instead. */
const ignoredNames: ReadonlyMap<string, string> = new Map([
  ['kb.runtime_refresh_tick_seconds', refresh],
  ['kb.url_refresh_min_interval_hours', refresh],
  ['kb.max_source_bytes', 'pages.max_megabytes limits pages, and a long document counts by its sections'],
]);

/** What there is instead of a setting that means nothing here, or null. */
export const ignored = (path: string): string | null => ignoredNames.get(path) ?? null;

const howSure = 'discord.how_sure, or how_sure of a channel: how sure the model has to be, from 0 to 10';

/** Settings that are gone, each with what takes its place, as the end of a sentence that begins with "expected". */
const retiredNames: ReadonlyMap<string, string> = new Map([
  ['discord.min_confidence', howSure],
  ['ai_response.evaluation.before_posting', howSure],
  ['ai_response.evaluation.min_score', howSure],
]);

/** What takes the place of a setting that is gone, or null. */
export const retired = (path: string): string | null => retiredNames.get(path) ?? null;
