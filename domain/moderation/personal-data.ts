import { countrySpecs, isValidIBAN } from 'ibantools';
import ipaddr from 'ipaddr.js';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { findAll, type Rule } from './find-all.ts';
import type { Detector, Finding, ModerationType } from './moderation-types.ts';

/**
 * Detects personal data by its form. Where other numbers look similar, the form is not enough: cards, accounts and ids
 * need a valid checksum, phone numbers have to be valid in their country.
 */
const rules = {
  email: [
    {
      rule: 'address',
      pattern:
        /(?<![\w.+-])[\w+-]{1,32}(?:\.[\w+-]{1,32}){0,4}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}(?![\w-]|\.[a-z])/giu,
      accepts: isPersonal,
    },
  ],
  card: [{ rule: 'luhn', pattern: /(?<![\w.-])\d(?:[ -]?\d){13,15}(?![\w-]|\.\d)/gu, accepts: isCard }],
  national_id: [
    { rule: 'us_ssn', pattern: /(?<![\w.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w.-])/gu },
    {
      rule: 'ca_sin',
      pattern: /(?<![\w.-])\d{3}([ -])\d{3}\1\d{3}(?![\w-]|\.\d)/gu,
      accepts: (match) => hasLuhn(digitsOf(match)),
    },
  ],
  ip_address: [
    {
      rule: 'v4',
      pattern: /(?<![\w.-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/gu,
      accepts: (match) => ipaddr.IPv4.isValidFourPartDecimal(match),
    },
    { rule: 'v6', pattern: /(?<![\w:.])[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?![\w:])/giu, accepts: isIpv6 },
  ],
  phone: [
    {
      rule: 'international',
      pattern: /(?<![\w.+=-])\+\d[\d ().-]{6,20}\d(?!\w)/gu,
      accepts: isPhoneOf(undefined),
    },
    // Digits have to be grouped: an ungrouped row of digits may be anything.
    {
      rule: 'north_american',
      pattern: /(?<![\w.+=/-])(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\w-]|\.\d)/gu,
      accepts: isPhoneOf('US', 'CA'),
    },
    {
      rule: 'french',
      pattern: /(?<![\w.+=/-])0[1-9](?:([ .-])\d{2})(?:\1\d{2}){3}(?![\w-]|\.\d)/gu,
      accepts: isPhoneOf('FR'),
    },
    {
      rule: 'british',
      pattern: /(?<![\w.+=/-])\(?0\d{2,4}\)? \d{3,4} \d{3,4}(?![\w-]|\.\d)/gu,
      accepts: isPhoneOf('GB'),
    },
  ],
} as const satisfies Readonly<Partial<Record<ModerationType, readonly Rule[]>>>;

export const findPersonalData: Detector = (text) => [
  ...findAll('email', rules.email, text),
  ...findAll('card', rules.card, text),
  ...findIbans(text),
  ...findAll('national_id', rules.national_id, text),
  ...findAll('ip_address', rules.ip_address, text),
  ...findAll('phone', rules.phone, text),
];

/** Excludes documentation's example domains, and user names that stand for a service (`git@host:repository`). */
function isPersonal(address: string): boolean {
  const [user = '', host = ''] = address.toLowerCase().split('@');
  const isExample =
    /(?:^|\.)example(?:\.(?:com|org|net))?$|\.(?:test|invalid|localhost|local|internal)$/u.test(host);
  return !isExample && !['git', 'root', 'noreply', 'no-reply'].includes(user);
}

const digitsOf = (text: string): string => text.replaceAll(/\D/gu, '');

/** Visa, Mastercard, American Express, Discover, JCB, Diners. Other lengths would match Discord ids. */
const issued =
  /^(?:4\d{15}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35\d{14}|3(?:0[0-5]|[68]\d)\d{11})$/u;

function isCard(match: string): boolean {
  const digits = digitsOf(match);
  return issued.test(digits) && hasLuhn(digits);
}

function hasLuhn(digits: string): boolean {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** An IBAN has a fixed length in each country, so it may end before the following text. */
function findIbans(text: string): readonly Finding[] {
  return [...text.matchAll(/(?<!\w)[A-Z]{2}\d{2}(?=(?: ?[A-Z0-9]){11})/gu)].flatMap((match) => {
    const chars = countrySpecs[match[0].slice(0, 2)]?.chars;
    const number =
      chars &&
      new RegExp(`^(?:[A-Z0-9] ?){${chars - 1}}[A-Z0-9](?!\\w)`, 'u').exec(
        text.slice(match.index, match.index + 80),
      );
    if (!number || !isValidIBAN(number[0].replaceAll(' ', ''))) return [];
    const start = match.index;
    return [{ type: 'iban', rule: 'checksum', start, end: start + number[0].length }];
  });
}

/** Excludes times (`12:30:05`) and empty groups (`::`). */
function isIpv6(match: string): boolean {
  return (
    /[\da-f]{2}/iu.test(match) &&
    match.includes(':') &&
    ipaddr.IPv6.isValid(match) &&
    (match.includes('::') || match.split(':').length === 8)
  );
}

function isPhoneOf(...countries: readonly (CountryCode | undefined)[]) {
  return (match: string): boolean =>
    countries.some((country) => parsePhoneNumberFromString(match, country)?.isValid());
}
