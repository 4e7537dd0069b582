import { inlineCode } from '../values/text.ts';
import { outsideFences } from './code-fences.ts';

/** What models write around their answers and nobody else reads: thoughts, and the tokens that divide their turns. */

const tag = String.raw`(?:\w{1,20}:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflection|scratchpad)`;
const begins = String.raw`<${tag}>|\[think\]|◁think▷|<\|channel\|>\s?analysis`;
const ends = String.raw`</${tag}>|\[/think\]|◁/think▷|<\|channel\|>\s?(?:final|commentary)[^<]{0,80}(?:<\|constrain\|>\w{0,20})?<\|message\|>`;
const thoughtBegins = new RegExp(String.raw`^\s*(?:${begins})`, 'iu');
const thoughtEnds = new RegExp(ends, 'iu');
const anyMark = new RegExp(`(?<opens>${begins})|${ends}`, 'giu');
const anyCode = new RegExp(inlineCode.source, 'gu');

/** Removes a thought, which may have unclosed braces. Its first tag may be in the prompt; without its last one, all is thought. */
export function behindThought(text: string): string {
  const begins = thoughtBegins.test(text);
  if (!begins && /^\s*(?:```\w*\s*)?["'“{[]/u.test(text)) return text;
  const end = thoughtEnds.exec(text);
  if (end) return text.slice(end.index + end[0].length);
  return begins ? '' : text;
}

/** Tokens of turns and of the ends of texts, of ChatML, Llama, Gemma, Mistral, DeepSeek, Phi, Command and Harmony, and the delimiters of a prompt. */
const controlTokens =
  /<[|｜](?:im_(?:start|end|sep)|endof(?:text|prompt)|eot_id|eom_id|end_of_text|begin_of_text|start_header_id|end_header_id|python_tag|start|end|message|channel|constrain|return|call|user|assistant|system|(?:begin|end)[▁_]of[▁_]sentence|User|Assistant|EOT|(?:START|END)_OF_TURN_TOKEN|(?:USER|CHATBOT|SYSTEM)_TOKEN)[|｜]>(?:(?<=(?:im_start|start|start_header_id)[|｜]>)(?:assistant|system|user)\b\n?)?|<\/?(?:start|end)_of_turn>(?:(?<=start_of_turn>)(?:model|user)\b\n?)?|\[\/?INST\]|<<\/?SYS>>|<\/s>|^<s>|<\/?steward:[^<>\n]{0,300}>/gu;

const quick = /<[|｜/a-z<]|\[\/?(?:INST|think)\]|◁/iu;

/**
 * A text without thoughts and control tokens. In code they mean themselves. Within the text a thought counts only as a pair
 * of tags.
 */
export function withoutModelMarks(text: string): string {
  if (!quick.test(text)) return text;
  const codes: string[] = [];
  // Code becomes a sign that no text has, so that a thought may begin before it and end behind it.
  const hide = (code: string) => (code === '' ? '' : `\0${codes.push(code) - 1}\0`);
  const hidden = outsideFences(
    text.replaceAll('\0', ''),
    (prose) => prose.replaceAll(anyCode, (code) => hide(code)),
    hide,
  );
  return withoutThoughts(hidden)
    .replaceAll(controlTokens, '')
    .replaceAll(/\0(\d+)\0/gu, (_, at: string) => codes[Number(at)] ?? '')
    .trim();
}

function withoutThoughts(text: string): string {
  let output = '';
  let from = 0;
  let opened: number | null = null;
  for (const { 0: mark, index, groups } of text.matchAll(anyMark)) {
    if (groups?.['opens']) opened ??= index;
    else {
      // A thought without its first tag is everything so far.
      output = opened === null ? '' : output + text.slice(from, opened);
      from = index + mark.length;
      opened = null;
    }
  }
  const rest = text.slice(from);
  return thoughtBegins.test(output + rest) ? '' : output + rest;
}
