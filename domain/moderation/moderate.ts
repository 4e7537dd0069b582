import { maskCredentials } from '../intake/mask-credentials.ts';
import { findControlTags, findManipulation } from './manipulation.ts';
import {
  isTakeover,
  maskOf,
  moderationTypes,
  type Detector,
  type Finding,
  type ModerationFinding,
  type ModerationRules,
  type ModerationType,
} from './moderation-types.ts';
import { findPersonalData } from './personal-data.ts';
import { findProfanity } from './profanity.ts';
import { findStrictOnly } from './strict-only.ts';
import { findThreats } from './threats.ts';

const detectors: readonly Detector[] = [
  findThreats,
  findManipulation,
  findProfanity,
  findControlTags,
  findPersonalData,
  findStrictOnly,
];

/** A pure function that takes linear time. `language` is ISO 639-3; `und` uses all lists. */
export function moderate({
  text,
  language,
  actions,
}: {
  readonly text: string;
  readonly language: string;
} & Pick<ModerationRules, 'actions'>) {
  const withoutSecrets = actions.credential === 'allow' ? text : maskCredentials(text);
  // Attempts to take over Steward are recorded even if the config allows them.
  const allFindings = detectors
    .flatMap((detect) => detect(withoutSecrets, language))
    .filter(({ type }) => actions[type] !== 'allow' || isTakeover(type));
  const credentials =
    withoutSecrets === text ? [] : [{ type: 'credential', rule: 'known_form', count: 1 } as const];
  // Each type and rule once, never the text that was found.
  const findings: readonly ModerationFinding[] = [...credentials, ...counted(allFindings)];
  const blocking = findings.map(({ type }) => type).filter((type) => actions[type] === 'block');
  return {
    /** Masked parts are replaced by words like `[email removed]`. */
    text: masked(
      withoutSecrets,
      allFindings.filter(({ type }) => actions[type] === 'mask'),
    ),
    /** The type that ends the reply: the first one in the order of `moderationTypes`. */
    blockedBy: moderationTypes.find((type) => blocking.includes(type)) ?? null,
    findings,
  };
}

function counted(findings: readonly Finding[]): readonly ModerationFinding[] {
  const groups = Map.groupBy(findings, ({ type, rule }) => `${type} ${rule}`);
  return [...groups.values()].flatMap(([first, ...more]) =>
    first ? [{ type: first.type, rule: first.rule, count: more.length + 1 }] : [],
  );
}

/** Merges overlapping places into one, named after the first of them. */
export function masked(text: string, findings: readonly Finding[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { type, start, end } of findings.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= at) parts.push(text.slice(at, start), maskOf(type));
    at = Math.max(at, end);
  }
  return [...parts, text.slice(at)].join('');
}

/** What stands for masked text, that of captured credentials included. */
export const maskedText = new RegExp(
  [...new Set(moderationTypes.map(maskOf))].join('|').replaceAll(/[[\]]/gu, String.raw`\$&`),
  'gu',
);

const aboutPeople: readonly ModerationType[] = ['email', 'phone', 'card', 'iban', 'national_id'];

/** Masks credentials and personal data, for `kb.capture_mask: secrets_and_personal`. */
export function maskPersonalData(text: string): string {
  const withoutSecrets = maskCredentials(text);
  const personalData = findPersonalData(withoutSecrets, 'und').filter(({ type }) =>
    aboutPeople.includes(type),
  );
  return masked(withoutSecrets, personalData);
}
