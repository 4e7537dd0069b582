/**
 * A text within `maxChars`, about. What is left out is the middle of its logs, and a line says how much. The last lines of a
 * log and its lines about errors stay, and so do a person's own words, unless these alone are too long.
 */
export function cutLogs(text: string, maxChars: number): string {
  const whole = text.replaceAll(/\r\n?/gu, '\n').trim();
  return whole.length <= maxChars ? whole : cut(whole.split('\n'), logLines(whole), maxChars);
}

/** The same for a file, which is a log as a whole. */
export function cutLogFile(text: string, maxChars: number): string {
  const whole = text.replaceAll(/\r\n?/gu, '\n').trim();
  const lines = whole.split('\n');
  return whole.length <= maxChars ? whole : cut(lines, [lines.map((_, at) => at)], maxChars);
}

/** As many lines without a blank one between are no longer somebody's own words. */
const longestParagraph = 8;

/** The logs of a text, each by the numbers of its lines: what stands between fences, and long runs of lines. */
function logLines(text: string): readonly (readonly number[])[] {
  const logs: number[][] = [];
  let run: number[] = [];
  let isFenced = false;
  const end = (isLog: boolean): void => {
    if (run.length > 0 && isLog) logs.push(run);
    run = [];
  };
  for (const [at, line] of text.split('\n').entries()) {
    const isFence = /^\s*(?:`{3,}|~{3,})/u.test(line);
    if (isFence || (!isFenced && line.trim() === '')) end(isFenced || run.length >= longestParagraph);
    else run.push(at);
    if (isFence) isFenced = !isFenced;
  }
  end(isFenced || run.length >= longestParagraph);
  return logs;
}

/** Words that a line about an error has, in any log; a code like ECONNREFUSED or E1234. */
const tellsError =
  /\b(?:error|exception|fatal|panic|fail(?:ed|ure|s)?|denied|refused|cannot|can't|unable|traceback|caused by|segmentation fault|killed|abort(?:ed)?|timed? ?out|invalid|erreur|échec|fehler|errore|błąd|lỗi)\b|\bE(?:[A-Z]{4,}|\d{3,})\b|Error\b|Exception\b|错误|エラー/iu;

/** Of a log, these lines say what was started and what went wrong at last. */
const [firstLines, lastLines] = [5, 12];

/** For the line that says what is missing. */
const markChars = 32;

function cut(lines: readonly string[], logs: readonly (readonly number[])[], maxChars: number): string {
  const texts = lines.map((line) => shortened(line, Math.floor(maxChars / 4)));
  const inLog = new Set(logs.flat());
  const errors = logs.flatMap((log) =>
    withoutRepeats(
      log.filter((at) => tellsError.test(lines[at] ?? '')),
      lines,
    ),
  );
  const telling = [...logs.flatMap((log) => log.slice(-lastLines)).toReversed(), ...errors.toReversed()];
  const own = fromBothEnds([...lines.keys()].filter((at) => !inLog.has(at)));
  const chosen = new Set<number>();
  let left = maxChars;
  const take = (wanted: readonly number[], reserve: number): void => {
    for (const at of wanted) {
      const chars = (texts[at] ?? '').length + 1 + (chosen.has(at - 1) || chosen.has(at + 1) ? 0 : markChars);
      if (chosen.has(at) || left - chars < reserve) continue;
      chosen.add(at);
      left -= chars;
    }
  };
  take(telling, maxChars / 2);
  take(own, 0);
  take([...telling, ...logs.flatMap((log) => log.slice(0, firstLines)), ...logs.flat().toReversed()], 0);
  return joined(texts, chosen);
}

/** What a log says over and over is said once, where it was said last. */
const withoutRepeats = (log: readonly number[], lines: readonly string[]): readonly number[] => [
  ...new Map(log.map((at) => [(lines[at] ?? '').replaceAll(/\d+/gu, '0'), at])).values(),
];

/** The first, the last, the second, the last but one: what is in the middle comes last. */
const fromBothEnds = (all: readonly number[]): readonly number[] =>
  all
    .map((at, place) => ({ at, place: Math.min(place, all.length - 1 - place) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ at }) => at);

/** A line that is too long keeps its two ends. */
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
