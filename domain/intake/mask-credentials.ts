const removed = '[secret removed]';

const pemBegin = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';
const pemEnd = '-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';

/** Every loop is bounded or consumes what it read, so that matching never takes quadratic time. */
const wholeMatches: readonly RegExp[] = [
  // Private keys in PEM, complete or pasted in part.
  new RegExp(`${pemBegin}(?:[^-]|-(?!----))*${pemEnd}`, 'g'),
  new RegExp(`${pemBegin}(?:(?:\\s|\\\\n){0,8}[A-Za-z0-9+/=]{20,})+`, 'g'),
  // OpenAI and those that follow it; Stripe; GitHub; GitLab; Slack; AWS; Google; npm; Hugging Face;
  // DigitalOcean; SendGrid.
  /(?<![\w-])sk-(?=[\w-]{0,100}?[A-Za-z0-9]{16})[\w-]+/g,
  /(?<![A-Za-z0-9])[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /(?<![A-Za-z0-9])gh[opsur]_[A-Za-z0-9]{20,}/g,
  /(?<![A-Za-z0-9])github_pat_\w{20,}/g,
  /(?<![A-Za-z0-9])glpat-[\w-]{16,}/g,
  /(?<![A-Za-z0-9])(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}/g,
  /(?<![A-Za-z0-9])A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])AIza[\w-]{30,}/g,
  /(?<![A-Za-z0-9])ya29\.[\w-]{16,}/g,
  /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,}/g,
  /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{20,}/g,
  /(?<![A-Za-z0-9])do[opr]_v1_[A-Fa-f0-9]{32,}/g,
  /(?<![A-Za-z0-9])SG\.[\w-]{16,}\.[\w-]{16,}/g,
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
  /(hooks\.slack\.com\/services\/)[\w/]{20,}/g,
];

/**
 * Replaces recognisable credentials by `[secret removed]`: keys with well-known prefixes, JSON web tokens, private keys,
 * Discord's tokens and webhooks, passwords in URLs, authorization headers. Secrets without such a form (a bare password,
 * a hex string) stay.
 */
export function maskCredentials(text: string): string {
  const masked = wholeMatches.reduce((rest, pattern) => rest.replaceAll(pattern, removed), text);
  return tails.reduce((rest, pattern) => rest.replaceAll(pattern, `$1${removed}`), masked);
}
