import { fence } from '../values/text.ts';
import { maxMessageChars, splitMessage } from './split-message.ts';

/** The parts of a post that takes an answer's place: what was said before follows, struck through, if one message holds both. */
export function correctedParts(
  heading: string,
  [first = '', ...more]: readonly string[],
  /** The answer that was posted before, or null. */
  formerAnswer: string | null,
): readonly string[] {
  const begin = `${heading}\n${first}`;
  const whole = formerAnswer === null ? begin : `${begin}\n\n${struckThrough(formerAnswer)}`;
  return more.length === 0 && whole.length <= maxMessageChars
    ? [whole]
    : [...splitMessage({ text: begin }), ...more];
}

/** Strikes each line through, behind the mark of a list or a quote. Lines of a code block become inline code, which can be struck. */
function struckThrough(text: string): string {
  let isCode = false;
  const lines = text.split('\n').flatMap((line) => {
    if (fence.test(line)) {
      isCode = !isCode;
      return [];
    }
    const [, mark = '', words = ''] = /^(\s*(?:[-*>]\s+|\d+\.\s+)?)(.*)$/u.exec(line) ?? [];
    const plain = words
      .replaceAll('~~', '')
      .replace(/^#+\s+/u, '')
      .trim();
    if (plain === '') return [];
    return [`${mark}~~${isCode && !plain.includes('`') ? `\`${plain}\`` : plain}~~`];
  });
  return lines.join('\n');
}
