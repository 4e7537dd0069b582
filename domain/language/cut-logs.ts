/**
 * Shortens a text to about `maxChars`. It removes the middle of logs, with a line that says how much. The ends of logs,
 * their lines about errors and the person's own words stay, unless these alone are too long.
 */
export const cutLogs = (text: string, maxChars: number): string => shortenedLogs(text, maxChars, logLines);

/** The same for a file, all of which counts as a log. */
export const cutLogFile = (text: string, maxChars: number): string =>
  shortenedLogs(text, maxChars, (lines) => [[...lines.keys()]]);

type Logs = readonly (readonly number[])[];

function shortenedLogs(text: string, maxChars: number, logsOf: (lines: readonly string[]) => Logs): string {
  const whole = text.replaceAll(/\r\n?/gu, '\n').trim();
  const lines = whole.split('\n');
  return whole.length <= maxChars ? whole : cut(lines, logsOf(lines), maxChars);
}

/** A paragraph of this many lines is no longer prose. */
const longestParagraph = 8;

/** The logs of a text, as line numbers: fenced blocks and long runs of lines, whose first one may be a person's question. */
function logLines(lines: readonly string[]): Logs {
  const logs: number[][] = [];
  let run: number[] = [];
  let isFenced = false;
  const end = (isLog: boolean): void => {
    if (run.length > 0 && isLog) logs.push(isFenced ? run : run.slice(1));
    run = [];
  };
  for (const [at, line] of lines.entries()) {
    const isFence = /^\s*(?:`{3,}|~{3,})/u.test(line);
    if (isFence || (!isFenced && line.trim() === '')) end(isFenced || run.length >= longestParagraph);
    else run.push(at);
    if (isFence) isFenced = !isFenced;
  }
  end(isFenced || run.length >= longestParagraph);
  return logs;
}

/** How machines begin a line: frames of a stack, times, levels, names of errors. */
const machineLine =
  /^\s+at\s|^\s*(?:[[(<]?\d{2,4}[-:/.]\d|[[(<]?(?:npm err!|(?:error|fatal|warn(?:ing)?|info|debug|trace|[a-z.]{1,60}(?:error|exception))\s{0,3}[\]:!>)])|\[attachment: )/iu;

/** What a person wrote around logs; may be nothing. */
export function ownWords(text: string): string {
  const lines = text.split('\n');
  const inLog = new Set(logLines(lines).flat());
  return lines.filter((line, at) => !inLog.has(at) && !machineLine.test(line)).join('\n');
}

/** Words of error lines in any log, and codes like ECONNREFUSED or E1234. */
const tellsError =
  /\b(?:error|exception|fatal|panic|fail(?:ed|ure|s)?|denied|refused|cannot|can't|unable|traceback|caused by|segmentation fault|killed|abort(?:ed)?|timed? ?out|invalid|erreur|échec|fehler|errore|błąd|lỗi)\b|\bE(?:[A-Z]{4,}|\d{3,})\b|Error\b|Exception\b|错误|エラー/iu;

/** The first lines of a log show what was started, the last what finally went wrong. */
const [firstLines, lastLines] = [5, 12];

/** Room for the line that says how much is missing. */
const markChars = 32;

function cut(lines: readonly string[], logs: Logs, maxChars: number): string {
  const texts = lines.map((line) => shortened(line, Math.floor(maxChars / 4)));
  const inLog = new Set(logs.flat());
  const errors = logs.flatMap((log) =>
    withoutRepeats(
      log.filter((at) => tellsError.test(lines[at] ?? '')),
      lines,
    ),
  );
  const telling = [...logs.flatMap((log) => log.slice(-lastLines)).toReversed(), ...errors.toReversed()];
  const wordLines = fromBothEnds([...lines.keys()].filter((at) => !inLog.has(at)));
  const chosen = new Set<number>();
  let remainingChars = maxChars;
  const take = (wanted: readonly number[], reserve: number): void => {
    for (const at of wanted) {
      const chars = (texts[at] ?? '').length + 1 + (chosen.has(at - 1) || chosen.has(at + 1) ? 0 : markChars);
      if (chosen.has(at) || remainingChars - chars < reserve) continue;
      chosen.add(at);
      remainingChars -= chars;
    }
  };
  take(telling, maxChars / 2);
  take(wordLines, 0);
  take([...telling, ...logs.flatMap((log) => log.slice(0, firstLines)), ...logs.flat().toReversed()], 0);
  return joined(texts, chosen);
}

/** Keeps only the last of a log's repeated lines. */
const withoutRepeats = (log: readonly number[], lines: readonly string[]): readonly number[] => [
  ...new Map(log.map((at) => [(lines[at] ?? '').replaceAll(/\d+/gu, '0'), at])).values(),
];

/** Alternates between both ends: the first, the last, the second, the last but one. */
const fromBothEnds = (all: readonly number[]): readonly number[] =>
  all
    .map((at, place) => ({ at, place: Math.min(place, all.length - 1 - place) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ at }) => at);

/** Shortens a line in its middle. */
function shortened(line: string, maxChars: number): string {
  if (line.length <= maxChars) return line;
  const half = Math.max(1, Math.floor((maxChars - markChars) / 2));
  const missing = line.length - 2 * half;
  return `${line.slice(0, half).toWellFormed()}[… ${missing} characters left out …]${line.slice(-half).toWellFormed()}`;
}

function joined(texts: readonly string[], chosen: ReadonlySet<number>): string {
  const parts: string[] = [];
  let missing = 0;
  const mark = (): void => {
    if (missing > 0) parts.push(`[… ${missing} ${missing === 1 ? 'line' : 'lines'} left out …]`);
    missing = 0;
  };
  for (const [at, text] of texts.entries()) {
    if (!chosen.has(at)) missing += 1;
    else {
      mark();
      parts.push(text);
    }
  }
  mark();
  return parts.join('\n');
}
