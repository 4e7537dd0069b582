import type { Message } from './message.ts';
import credentialPrefixes from './credential-prefixes.json' with { type: 'json' };

const removed = '[secret removed]';

const pemBegin = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';
const pemEnd = '-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';

/**
 * Kinds of keys by their beginning: who gives them out, the beginning, and what follows it at least. As the documentation of
 * each provider and the rules of the scanners gitleaks (v8) and GitHub's secret scanning describe them.
 */
const prefixes = credentialPrefixes as unknown as readonly (readonly [
  issuer: string,
  begin: string,
  rest: string,
])[];

/** Every loop is bounded or consumes what it read, so that matching never takes quadratic time. */
const wholeMatches: readonly RegExp[] = [
  // Private keys in PEM, complete or pasted in part.
  new RegExp(`${pemBegin}(?:[^-]|-(?!----))*${pemEnd}`, 'g'),
  new RegExp(`${pemBegin}(?:(?:\\s|\\\\n){0,8}[A-Za-z0-9+/=]{20,})+`, 'g'),
  // OpenAI and those that follow it.
  /(?<![A-Za-z0-9-])sk-(?=[\w-]{0,100}?[A-Za-z0-9]{16})[\w-]+/g,
  ...prefixes.map(([, begin, rest]) => new RegExp(`(?<![A-Za-z0-9])${begin}${rest}`, 'g')),
  // JSON web tokens; Discord's bot tokens: the bot's id, a time and a signature, in base64.
  /(?<![A-Za-z0-9-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*(?:\.[\w-]+){0,2}/g,
  /(?<![A-Za-z0-9-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/g,
];

/** The first group is kept, and so is what documents write in place of a secret. */
const named: readonly RegExp[] = [
  /((?<![A-Za-z0-9])[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/]{0,200}:)([^\s/]{1,500})(?=@)/gi,
  /(\bAuthorization["']?[ \t]{0,9}[:=][ \t]{0,9}["']?(?:Bearer|Basic|Token|ApiKey|Key)[ \t]{1,9})([^\s"',<>[\]{}$*]+)/gi,
  /((?<![\w-])curl\b[^\n]{0,300}?[ \t](?:-u|--user|--proxy-user)[ \t=]{1,3}["']?[^\s:"'$<{]{1,100}:)([^\s"'$<{[]{3,200})/g,
];

const keyOf =
  '(?:api|access|account|private|secret|client|consumer|auth|signing|signature|encryption|shared|pre[_-]?shared|license|master|' +
  'service|server|app|application|subscription|webhook|deploy|session|hmac|jwt|bot|admin|integration|vault)';

/** The end of a name whose value is a secret: `DB_PASSWORD`, `"client_secret"`, `AccountKey`, `?api_key`. */
const secretName =
  '(?:pass(?:word|wd|phrase|code)?|passwort|kennwort|contrase(?:ñ|n)a|senha|mot de passe|mdp|wachtwoord|hasło|пароль|mật khẩu|' +
  '密[码碼]|口令|パスワード|暗証番号|비밀번호|암호|密[钥鑰]|令牌|トークン|토큰|' +
  'pwd|pw|psk|secret|token|authtoken|jwt|' +
  `${keyOf}[_-]?key(?:[_-]?(?:base|value|\\d))?|secret[_-]?access[_-]?key|client[_-]?secret|credentials?|(?:PHPSESS|JSESSION|sess)ID|` +
  'connect\\.sid|bind[_-]?pw|shared[_-]?access[_-]?signature|(?<=[?&;])sig)';

/** The first group is kept. */
const tails: readonly RegExp[] = [
  // A key as the user name.
  /((?<![A-Za-z0-9])[a-z][a-z0-9+.-]{0,30}:\/\/)(?=[\w-]{0,60}\d)[\w-]{20,200}(?=@)/gi,
  /(\bAuthorization["']?[ \t]{0,9}[:=][ \t]{0,9}["']?)(?=[\w.~+/=-]{0,200}?\d)[\w.~+/=-]{16,}/gi,
  /(\bBearer[ \t]{1,9})(?=[\w.~+/-]{0,200}?\d)[\w.~+/-]{20,}=*/g,
  /(\baws_secret_access_key["']?[ \t]{0,9}[:=][ \t]{0,9}["']?)[\w/+]{40}/gi,
  /(\/api\/webhooks\/\d{15,20}\/)[\w-]{30,}/g,
  /(hooks\.slack\.com\/(?:services|workflows)\/)[\w/]{20,}/g,
  /(\bhooks\.zapier\.com\/hooks\/catch\/)[\w/]{8,}/g,
  /(\boffice(?:365)?\.com\/webhook(?:b2)?\/)[\w@/-]{30,}/g,
  // Command lines: mysql -pSECRET, sshpass -p SECRET, redis-cli -a SECRET, docker login -p SECRET, ngrok authtoken SECRET.
  /((?<![\w-])(?:mysql(?:dump|admin)?|mariadb)\b[^\n]{0,200}?[ \t]-p)(?=[^\s"'$<{[]{0,100}?[\d!#%&*])[^\s"'$<{[]{4,100}/g,
  /((?<![\w-])(?:sshpass|docker[ \t]login|az[ \t]login|plink|pscp)\b[^\n]{0,200}?[ \t]-pw?[ \t]?["']?)[^\s"'$<{[-][^\s"'$<{[]{3,100}/g,
  /((?<![\w-])redis-cli\b[^\n]{0,200}?[ \t]-a[ \t]["']?)[^\s"'$<{[]{4,100}/g,
  /((?<![\w-])(?:add-)?authtoken[ \t]{1,3})(?=[\w-]{0,80}?\d)[\w-]{20,}/g,
  /(\bpass(?:in|out)?[ \t=]pass:)[^\s"'$<{[]{3,100}/g,
  /(\bbindpw[ \t]{1,9}["']?)[^\s"'<${]{4,200}/gi,
  // .netrc, .pgpass, htpasswd.
  /(\bmachine[ \t][^\s]{1,100}[ \t\n]{1,9}login[ \t][^\s]{1,100}[ \t\n]{1,9}password[ \t])[^\s<${]{3,200}/g,
  /(^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,60}:[\w*-]{1,60}:)[^\s:<$]{4,100}$/gm,
  /((?<![\w.-])[\w.-]{1,60}:\{S?SHA\d{0,3}\})[\w+/=]{20,}/g,
  // On the line below its name, in a block of code or a spoiler.
  new RegExp(
    `((?<![A-Za-z0-9])(?:${secretName})["'\`*]{0,3}[ \\t]{0,4}[:：][ \\t]{0,4}\\n(?:\`\`\`\\w{0,10}\\n)?[ \\t>]{0,4}["'\`|]{0,3})` +
      `(?=[^\\s]{0,200}?\\d)(?=[^\\s]{0,200}?[a-z])[^\\s"'\`|<>{}()[\\]]{8,200}(?=["'\`|]{0,3}[ \\t]*$)`,
    'gimu',
  ),
  // Elements of XML.
  /(<(?:[a-z]{1,20}:)?[\w.-]{0,30}(?:password|passwd|passphrase|secret|apikey|accesskey|token)>)(?=[^\s<]{0,200}?\d)[^\s<${]{4,200}(?=<)/gi,
];

/** The name, what joins it to its value, and the value as far as quotes, space or a separator. An option may be joined by a space. */
const assignment = new RegExp(
  `((?<![A-Za-z0-9]|\\.svg\\?)(?:[\\w.-]{0,60}?(?<passes>${secretName})["'\`*\\\\]{0,4}[ \\t]{0,4}(?:=>|->|:=|[=:＝：|]|(?:is|ist|est|es|è):|(?<=\\p{Lo})[は是])[*_]{0,2}[ \\t]{0,4}|` +
    `(?<=[ \\t]-)-[\\w-]{0,30}?(?<option>${secretName})[ \\t]{1,3})(?<quote>(?:\\\\?["'\`]|\\|\\|)?))` +
    `(?<value>[^\\s"'\`,;&<>{}()[\\]|\\\\]{4,500})(?<after>(?:\\\\?["'\`]|\\|\\|)?)`,
  'giu',
);

/** What stands in documents instead of a secret, and the defaults that documents name. */
const placeholder =
  /^(?:[x*.•_-]+|(?:my|your|the|some|an?|test|new|old|example|sample|dummy|fake)?[-_ .]?(?:(?:api|access|secret|private)[-_]?)*(?:key|token|secret|pass(?:word|wd|phrase)?|pwd|credentials?|value|here|user|id|name)[-_ ]?(?:here|value|\d)?|change[-_]?me|example|string|str|null|none|nil|true|false|undefined|required|optional|invalid|expired|missing|empty|redacted|masked|removed|hidden|default|postgres|root|admin|guest|minio(?:admin)?|number|integer|boolean|bytes?|text|todo|await|new|function|async|typeof|input|getpass|not|require|u?int\d*(?:array)?|(?:sha|md|argon|aes|rsa|[rehp]s|ed|base|utf|x)[-_]?\d{1,5}[a-z]{0,3}|float\d*|0x[\da-f]{1,8}|process\.env.*|os\.environ.*|env\..*|config\..*|secrets\..*|self\..*|this\..*|[$%@].*)$/iu;

const isPassword = (name: string): boolean =>
  /^(?!passcode)(?:pass|pwd?$|kennw|contras|senha|mot|mdp|wacht|has|пар|bind|psk|密[码碼]|口令|パス|暗証|비밀|암호)/iu.test(
    name,
  );

/**
 * Whether a value that is assigned to such a name is a secret. Of a password any word counts if it is quoted or joined by `=`; of a
 * token or key only what has letters and digits, as a random text does: `max_tokens: 600` and `token = response` are none.
 */
function isSecret(name: string, value: string, isMarked: boolean): boolean {
  if (placeholder.test(value)) return false;
  const hasBoth = /\d/u.test(value) && /[a-z]/iu.test(value);
  if (isPassword(name))
    return hasBoth
      ? value.length >= 4
      : isMarked && name.toLowerCase() !== 'pass' && !/^\d{1,3}$|[./]|^[a-z]+(?:_[a-z]+)+$/u.test(value);
  return (
    hasBoth &&
    value.length >= 8 &&
    !/^[a-z]+(?:[._-][a-z]+)*\d{0,4}$|^\d+[a-z]{1,2}$|^v?\d+\.|\//iu.test(value)
  );
}

const withoutAssigned = (text: string): string =>
  text.replaceAll(assignment, (...all) => {
    const [whole, begin, ...rest] = all as readonly string[];
    const {
      passes,
      option,
      quote = '',
      value = '',
      after,
    } = rest.at(-1) as unknown as Record<string, string>;
    const end = Number(rest.at(-3)) + (whole?.length ?? 0);
    const isDeclared = /\b(?:const|let|var|val|final|auto|readonly)[ \t]+$/u.test(
      text.slice(0, Number(rest.at(-3))).slice(-12),
    );
    // A sentence in quotes is a message about passwords, and a name before a bracket is called.
    const isClosed = quote === '' ? !'(['.includes(text[end] ?? ' ') : after === quote;
    const isMarked = isClosed && (quote !== '' || /=[ \t]*$/u.test(begin ?? ''));
    if ((quote === '' && (!isClosed || isDeclared)) || !isSecret(passes ?? option ?? '', value, isMarked))
      return whole ?? '';
    return `${begin}${removed}${after}`;
  });

/** A header with cookies, whose values count one by one. */
const cookies = /(?<![\w-])(?:Set-)?Cookie["']?[ \t]{0,3}[:=][ \t]{0,3}["']?[^\n]{1,4000}/giu;
const cookieValue = /((?:^|[\s;"':])[\w.-]{1,80}=)(?=[^\s;"'<>\\]{0,200}?\d)[^\s;"'<>${[\\]{8,4000}/gu;
const cookieSettings = /^[\s;"':]*(?:expires|max-age|domain|path|samesite|version)=$/iu;

const withoutCookies = (text: string): string =>
  text.replaceAll(cookies, (header) =>
    header.replaceAll(cookieValue, (whole, name: string) =>
      cookieSettings.test(name) ? whole : `${name}${removed}`,
    ),
  );

/**
 * Replaces recognisable credentials by `[secret removed]`: keys with well-known prefixes, JSON web tokens, private keys,
 * Discord's tokens and webhooks, passwords in URLs and on command lines, authorization headers, cookies, and values assigned to
 * names such as password, secret, token and key. Secrets without such a form (a bare password, a hex string) stay.
 */
export function maskCredentials(text: string): string {
  const masked = wholeMatches.reduce((rest, pattern) => rest.replaceAll(pattern, removed), text);
  const unnamed = named.reduce(
    (rest, pattern) =>
      rest.replaceAll(pattern, (whole, begin: string, value: string) =>
        value.length > 1 && (placeholder.test(value) || /^[<{[]/u.test(value)) ? whole : `${begin}${removed}`,
      ),
    masked,
  );
  const withoutTails = tails.reduce((rest, pattern) => rest.replaceAll(pattern, `$1${removed}`), unnamed);
  return withoutAssigned(withoutCookies(withoutTails));
}

/** A parameter of an address, in its query or fragment, whose value is a key or a password. */
const keyParameter =
  /([?&;#](?:[\w.%-]{0,40}[_.-])?(?:(?:api|access|subscription|auth|secret|client|sas|account)?[_-]?(?:key|token|secret|signature|credential|password|passwd)|pwd|pass|sig|auth)=)[^&#;\s"']+/giu;

/** An address, or a text that was given for one, without anything in it that may be a key; unchanged if nothing is. */
export function hideKeys(address: string): string {
  const hidden = (text: string) =>
    maskCredentials(text)
      .replaceAll(/\/\/[^/\s?#]*@/gu, '//[hidden]@')
      .replaceAll(keyParameter, '$1[hidden]');
  const plain = address.replaceAll(/%[\da-f]{2}/giu, (code) =>
    String.fromCharCode(parseInt(code.slice(1), 16)),
  );
  return hidden(plain) === plain ? address : hidden(plain);
}

/** A message as it is stored: without credentials in any field that carries somebody's words. */
export const withoutCredentials = (message: Message): Message => ({
  ...message,
  author: { ...message.author, name: maskCredentials(message.author.name) },
  text: maskCredentials(message.text),
  attachments: message.attachments.map((one) => ({ ...one, fileName: maskCredentials(one.fileName) })),
});
