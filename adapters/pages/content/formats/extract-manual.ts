import { documentLeftOut } from '../../../../domain/ports/errors.ts';
import type { ExtractedText } from '../extract-html.ts';
import { tidyMarkdown } from '../to-markdown.ts';

/** Macros that set their words in bold (names and options) or plain; those of `mdoc` nest and end at punctuation. */
const inlineMacros =
  /^(?:B|I|BR|RB|BI|IB|IR|RI|SM|SB|Nm|Fl|Ar|Cm|Ic|Li|Pa|Xr|Em|Sy|Op|Dv|Ev|Va|Fn|Fa|Ft|Ql|Dq|Sq|Pq|Aq|Brq|Bq|Qq|Cd|An|Lk|Mt|Tn|St|Ux|At|Bx|Fx|Nx|Ox|In|Vt|Er|No|Ns|Ap|D1|Dl|Oo|Oc)$/u;

/** Reads a manual page in the macros `man` or `mdoc` as Markdown. */
export function extractManual(roff: string): ExtractedText {
  if (!/^[.'](?:TH|Dt|SH|Sh)\b/mu.test(roff))
    throw documentLeftOut('it is no manual page, although its name looks like one');
  const shown: string[] = [];
  let [title, isCode, wantsTerm, name]: [string | null, boolean, boolean, string] = [null, false, false, ''];
  const block = (line: string) => shown.push('', line, '');
  const say = (text: string) => {
    if (text === '' && !isCode) return;
    if (wantsTerm) block(`**${text.replaceAll('**', '')}**`);
    else shown.push(text);
    wantsTerm = false;
  };
  for (const line of roff.replaceAll(/\\\n/gu, '').split('\n')) {
    if (/^[.'](?:\s*\\|$)/u.test(line)) continue;
    const [, macro = '', rest = ''] = /^[.']\s*([A-Za-z]\w?|nf|fi)\b[ \t]*(.*)$/u.exec(line) ?? [];
    const args = argumentsOf(rest);
    const [first = ''] = args;
    if (macro === '') say(/^[.']\w/u.test(line) ? '' : plain(line));
    else if (macro === 'TH' || macro === 'Dt') title = `${first.toLowerCase()}(${args[1] ?? ''})`;
    else if (macro === 'SH' || macro === 'Sh') block(`## ${sentenceCase(args.join(' '))}`);
    else if (macro === 'SS' || macro === 'Ss') block(`### ${args.join(' ')}`);
    else if (/^(?:PP|P|LP|Pp|HP|br|sp|RS|RE)$/u.test(macro)) shown.push('');
    else if (macro === 'TP' || macro === 'TQ') wantsTerm = true;
    else if (macro === 'IP')
      shown.push('', ...(first === '' ? [] : /^[^\w<-]$/u.test(first) ? ['- '] : [`**${first}**`, '']));
    else if (macro === 'It') {
      wantsTerm = true;
      say(words(args, name));
    } else if (/^(?:nf|EX|Bd)$/u.test(macro) !== isCode && /^(?:nf|EX|Bd|fi|EE|Ed)$/u.test(macro)) {
      shown.push('```');
      isCode = !isCode;
    } else if (macro === 'Nd') say(`– ${plain(rest)}`);
    else if (inlineMacros.test(macro)) {
      if (macro === 'Nm' && args.length > 0 && name === '') name = first;
      say(
        words(
          macro === 'Nm' || macro === 'Fl'
            ? [macro, ...args]
            : /^[A-Z]{1,2}$/u.test(macro) && macro.length === 2
              ? [args.join('')]
              : args,
          name,
        ),
      );
    }
  }
  if (isCode) shown.push('```');
  if (title !== null) shown.unshift(`# ${title}`);
  return { title, text: tidyMarkdown(shown.join('\n').replaceAll(/- \n+/gu, '- ')) };
}

const argumentsOf = (rest: string): readonly string[] =>
  [...rest.matchAll(/"((?:[^"]|"")*)"|(\S+)/gu)].map(([, quoted, bare]) => plain(quoted ?? bare ?? ''));

/** The arguments of a macro of `mdoc`, some of which are macros. */
function words(args: readonly string[], name: string): string {
  let text = '';
  for (const [at, arg] of args.entries()) {
    if (arg === 'Fl') text += ' -';
    else if (arg === 'Nm') text += args[at + 1] === undefined ? ` ${name}` : '';
    else if (arg === 'Ns') text = text.trimEnd();
    else if (arg === 'Op' || inlineMacros.test(arg)) continue;
    else text += (/^[.,;:)]$/u.test(arg) || text.endsWith('-') ? '' : ' ') + arg;
  }
  return text.trim();
}

const sentenceCase = (text: string): string =>
  /\p{Ll}/u.test(text) ? text : text.charAt(0) + text.slice(1).toLowerCase();

const signs: Readonly<Record<string, string>> = {
  '(bu': '•',
  '(em': '—',
  '(en': '–',
  '(aq': "'",
  '(dq': '"',
  '(lq': '“',
  '(rq': '”',
  '(co': '©',
  '(ti': '~',
  '(ha': '^',
  '(rs': '\\',
  '(cq': '’',
  '(oq': '‘',
};

/** Without escapes: fonts, sizes, and signs by name. */
const plain = (text: string): string =>
  text
    .replace(/\s*\\".*$/u, '')
    .replaceAll(/\\f(?:\[[^\]]{0,10}\]|\(..|.)|\\s[+-]?\d|\\[&|^%:]|\\[mF]\[[^\]]{0,20}\]/gu, '')
    .replaceAll(
      /\\(\(..)|\\\[(\w{2})\]/gu,
      (_, short?: string, long?: string) => signs[short ?? `(${long ?? ''}`] ?? '',
    )
    .replaceAll(/\\\*\(..|\\\*\[[^\]]{0,20}\]/gu, '')
    .replaceAll(/\\([-'`~^. 0e\\])/gu, (_, sign: string) => ({ '~': ' ', '0': ' ', e: '\\' })[sign] ?? sign);
