/** The types that moderation detects. Types up to `profanity` are in order of priority; most others are personal data. */
export const moderationTypes = [
  'threat',
  'manipulation',
  'profanity',
  'credential',
  'control_tag',
  'email',
  'phone',
  'card',
  'iban',
  'national_id',
  'ip_address',
  'street_address',
  'long_number',
  'person',
  'link',
  'probe_path',
  'markup',
  'emoji',
] as const;

export type ModerationType = (typeof moderationTypes)[number];

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

const moderationLevels = {
  /** For channels where addresses, paths, IP numbers and links are normal topics. */
  community: {
    threat: 'block',
    manipulation: 'mask',
    profanity: 'mask',
    credential: 'mask',
    control_tag: 'mask',
    email: 'mask',
    phone: 'mask',
    card: 'mask',
    iban: 'mask',
    national_id: 'mask',
    ip_address: 'allow',
    street_address: 'allow',
    long_number: 'allow',
    person: 'mask',
    link: 'allow',
    probe_path: 'allow',
    markup: 'allow',
    emoji: 'allow',
  },
  /** For a service to the public, which stops everything but plain questions. */
  strict: {
    threat: 'block',
    manipulation: 'block',
    profanity: 'block',
    credential: 'block',
    control_tag: 'block',
    email: 'mask',
    phone: 'mask',
    card: 'block',
    iban: 'block',
    national_id: 'block',
    ip_address: 'mask',
    street_address: 'mask',
    long_number: 'mask',
    person: 'mask',
    link: 'mask',
    probe_path: 'mask',
    markup: 'mask',
    emoji: 'mask',
  },
} as const satisfies Readonly<Record<string, ModerationActions>>;

export type ModerationLevel = keyof typeof moderationLevels;

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
  const chosen = { ...moderationLevels[level], ...actions };
  return {
    actions: chosen,
    asksModel: chosen.person !== 'allow' && (asksModel ?? level === 'strict'),
  };
}

/** Whether the type is an attempt to make Steward do something else. */
export const isTakeover = (type: ModerationType): boolean =>
  type === 'manipulation' || type === 'control_tag';

export const triesTakeover = ({
  moderation,
}: {
  readonly moderation: readonly Pick<ModerationFinding, 'type'>[];
}): boolean => moderation.some(({ type }) => isTakeover(type));

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
