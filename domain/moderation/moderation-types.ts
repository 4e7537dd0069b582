/**
 * The types that moderation detects, in order of priority: the words that stand for masked text, and what the profiles do.
 * `community` is for channels where addresses, paths, IP numbers and links are normal topics; `strict` for a service to the public, which
 * stops everything but plain questions.
 */
const types = {
  threat: { label: 'threat', community: 'block', strict: 'block' },
  manipulation: { label: 'instruction', community: 'mask', strict: 'block' },
  profanity: { label: 'word', community: 'mask', strict: 'block' },
  credential: { label: 'secret', community: 'mask', strict: 'block' },
  control_tag: { label: 'tag', community: 'mask', strict: 'block' },
  email: { label: 'email', community: 'mask', strict: 'mask' },
  phone: { label: 'phone number', community: 'mask', strict: 'mask' },
  card: { label: 'card number', community: 'mask', strict: 'block' },
  iban: { label: 'account number', community: 'mask', strict: 'block' },
  national_id: { label: 'id number', community: 'mask', strict: 'block' },
  ip_address: { label: 'IP address', community: 'allow', strict: 'mask' },
  street_address: { label: 'address', community: 'allow', strict: 'mask' },
  long_number: { label: 'number', community: 'allow', strict: 'mask' },
  person: { label: 'personal data', community: 'mask', strict: 'mask' },
  link: { label: 'link', community: 'allow', strict: 'mask' },
  probe_path: { label: 'path', community: 'allow', strict: 'mask' },
  markup: { label: 'markup', community: 'allow', strict: 'mask' },
  emoji: { label: 'emoji', community: 'allow', strict: 'mask' },
} as const satisfies Readonly<
  Record<string, { readonly label: string } & Readonly<Record<'community' | 'strict', ModerationAction>>>
>;

export type ModerationType = keyof typeof types;

export const moderationTypes = Object.keys(types) as [ModerationType, ...ModerationType[]];

/** What stands for a masked text. */
export const maskOf = (type: ModerationType): string => `[${types[type].label} removed]`;

/** `mask` replaces the text by words like `[email removed]`, `block` ends the reply, `allow` leaves the text unchanged. */
export type ModerationAction = 'mask' | 'block' | 'allow';
export type ModerationActions = Readonly<Record<ModerationType, ModerationAction>>;

/** The place of a detected text. The text itself is not kept anywhere. */
export interface Finding {
  readonly type: ModerationType;
  /** The rule that matched, such as `luhn` or `ignore_instructions`. */
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** A finding in a record, without the text. */
export interface ModerationFinding {
  readonly type: ModerationType;
  readonly rule: string;
  readonly count: number;
}

export interface Detector {
  (text: string, language: string): readonly Finding[];
}

export type ModerationLevel = 'community' | 'strict';

export interface ModerationRules {
  readonly actions: ModerationActions;
  /** Whether a model also looks for personal data. */
  readonly asksModel: boolean;
}

/** The rules of a graph: a profile with the config's changes. */
export function moderationRules(
  {
    profile,
    actions,
    personal_data_model: asksModel,
  }: {
    /** Null means `strict` in the graph of that name, otherwise `community`. */
    readonly profile: ModerationLevel | null;
    readonly actions: Readonly<Partial<Record<ModerationType, ModerationAction>>>;
    /** Null means only in `strict`. */
    readonly personal_data_model: boolean | null;
  },
  graph: string,
): ModerationRules {
  const level = profile ?? (graph === 'strict' ? 'strict' : 'community');
  const ofLevel = moderationTypes.map((type) => [type, types[type][level]] as const);
  const chosen = { ...(Object.fromEntries(ofLevel) as ModerationActions), ...actions };
  return {
    actions: chosen,
    asksModel: chosen.person !== 'allow' && (asksModel ?? level === 'strict'),
  };
}

/** Whether the type is an attempt to make Steward do something else. */
export const isTakeover = (type: ModerationType): boolean =>
  type === 'manipulation' || type === 'control_tag';

/** The reasons for a blocked reply in its record. */
export const blockedReasons = [
  'blocked_threat',
  'blocked_manipulation',
  'blocked_profanity',
  'blocked_personal_data',
] as const;

export type BlockedReason = (typeof blockedReasons)[number];

export function blockedReason(type: ModerationType): BlockedReason {
  if (type === 'threat') return 'blocked_threat';
  if (isTakeover(type)) return 'blocked_manipulation';
  return type === 'profanity' ? 'blocked_profanity' : 'blocked_personal_data';
}
