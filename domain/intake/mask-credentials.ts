import type { Message } from './message.ts';
import { credentialPrefixes } from '../values/credential-prefixes.ts';

const removed = '[secret removed]';

const pemBegin = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';
const pemEnd = '-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';

/** Every loop is bounded or consumes what it read, so that matching never takes quadratic time. */
const wholeMatches: readonly RegExp[] = [
  // Private keys in PEM, complete or pasted in part.
  new RegExp(`${pemBegin}(?:[^-]|-(?!----))*${pemEnd}`, 'g'),
  new RegExp(`${pemBegin}(?:(?:\\s|\\\\n){0,8}[A-Za-z0-9+/=]{20,})+`, 'g'),
  // OpenAI and those that follow it.
  /(?<![\w-])sk-(?=[\w-]{0,100}?[A-Za-z0-9]{16})[\w-]+/g,
  ...credentialPrefixes.map(([, begin, rest]) => new RegExp(`(?<![A-Za-z0-9])${begin}${rest}`, 'g')),
  // JSON web tokens; Discord's bot tokens: the bot's id, a time and a signature, in base64.
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*(?:\.[\w-]+){0,2}/g,
  /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/g,
];

/** The first group is kept. */
const tails: readonly RegExp[] = [
  /((?<![A-Za-z0-9])[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/]{0,200}:)[^\s/]{1,500}(?=@)/gi,
  /(\bAuthorization["']?[ \t]{0,9}[:=][ \t]{0,9}["']?(?:Bearer|Basic|Token)[ \t]{1,9})[^\s"',<>[\]{}$*]+/gi,
  /(\bBearer[ \t]{1,9})(?=[\w.~+/-]{0,200}?\d)[\w.~+/-]{20,}=*/g,
  /(\baws_secret_access_key["']?[ \t]{0,9}[:=][ \t]{0,9}["']?)[\w/+]{40}/gi,
  /(\/api\/webhooks\/\d{15,20}\/)[\w-]{30,}/g,
  /((?<![\w-])(?:Set-)?Cookie[ \t]{0,3}:[ \t]{0,3}[^\s=;]{1,80}=)[^\s"'<>]{8,4000}/gi,
  /((?<![\w-])curl\b[^\n]{0,300}?[ \t](?:-u|--user)[ \t=]{1,3}["']?[^\s:"'$<{]{1,100}:)[^\s"'$<{[]{3,200}/g,
  /(hooks\.slack\.com\/services\/)[\w/]{20,}/g,
];

/** The end of a name whose value is a secret: `DB_PASSWORD`, `"client_secret"`, `AccountKey`, `?api_key`. */
const secretName =
  '(?:pass(?:word|wd|phrase)?|pwd|secret|token|(?:api|access|account|private|auth|signing|encryption|shared|license)[_-]?key|' +
  'secret[_-]?access[_-]?key|client[_-]?secret|credentials?)';

/** The name, what joins it to its value, and the value as far as quotes, space or a separator. */
const assignment = new RegExp(
  `((?<![A-Za-z0-9])[\\w.-]{0,60}?(?<passes>${secretName})["'\`]?[ \\t]{0,4}(?:=>|:=|=|:)[ \\t]{0,4}(?<quote>["'\`]?))` +
    `(?<value>[^\\s"'\`,;&<>{}()[\\]|\\\\]{4,500})(?<after>["'\`]?)`,
  'gi',
);

/** What stands in documents instead of a secret, and the defaults that documents name. */
const placeholder =
  /^(?:[x*.•_-]+|(?:my|your|the|some|an?|test|new|old|example|sample|dummy|fake)?[-_ .]?(?:(?:api|access|secret|private)[-_]?)*(?:key|token|secret|pass(?:word|wd|phrase)?|pwd|credentials?|value|here|user|id|name)[-_ ]?(?:here|value|\d)?|change[-_]?me|example|string|str|null|none|nil|true|false|undefined|required|optional|invalid|expired|missing|empty|redacted|masked|removed|hidden|default|postgres|root|admin|guest|minio(?:admin)?|number|integer|boolean|bytes?|text|todo|process\.env.*|os\.environ.*|env\..*|config\..*|secrets\..*|self\..*|this\..*|[$%@].*)$/iu;

const isPassword = (name: string): boolean => /^(?:pass|pwd)/iu.test(name);

/**
 * Whether a value that is assigned to such a name is a secret. Of a password any word counts if it is quoted or joined by `=`; of a
 * token or key only what has letters and digits, as a random text does: `max_tokens: 600` and `token = response` are none.
 */
function isSecret(name: string, value: string, isMarked: boolean): boolean {
  if (placeholder.test(value)) return false;
  const hasBoth = /\d/u.test(value) && /[a-z]/iu.test(value);
  if (isPassword(name)) return hasBoth ? value.length >= 4 : isMarked && !/^\d{1,3}$|[./]/u.test(value);
  return (
    hasBoth && value.length >= 8 && !/^[a-z]+(?:[._-][a-z]+)*\d?$|^\d+[a-z]{1,2}$|^v?\d+\.|\//iu.test(value)
  );
}

const withoutAssigned = (text: string): string =>
  text.replaceAll(assignment, (...all) => {
    const [whole, begin, ...rest] = all as readonly string[];
    const { passes, quote, value, after } = rest.at(-1) as unknown as Record<string, string>;
    const isMarked = quote !== '' || /=[ \t]*$/u.test(begin ?? '');
    if (!isSecret(passes ?? '', value ?? '', isMarked)) return whole ?? '';
    return `${begin}${removed}${after}`;
  });

/**
 * Replaces recognisable credentials by `[secret removed]`: keys with well-known prefixes, JSON web tokens, private keys,
 * Discord's tokens and webhooks, passwords in URLs and on command lines, authorization headers, cookies, and values assigned to
 * names such as password, secret, token and key. Secrets without such a form (a bare password, a hex string) stay.
 */
export function maskCredentials(text: string): string {
  const masked = wholeMatches.reduce((rest, pattern) => rest.replaceAll(pattern, removed), text);
  return withoutAssigned(tails.reduce((rest, pattern) => rest.replaceAll(pattern, `$1${removed}`), masked));
}

/** A message as it is stored: without credentials in any field that carries somebody's words. */
export const withoutCredentials = (message: Message): Message => ({
  ...message,
  author: { ...message.author, name: maskCredentials(message.author.name) },
  text: maskCredentials(message.text),
  attachments: message.attachments.map((one) => ({ ...one, fileName: maskCredentials(one.fileName) })),
});
