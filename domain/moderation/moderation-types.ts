/** What moderation looks for. Up to `profanity` in the order of priority when several fire; the rest is about people. */
export const moderationTypes = [
  'threat',
  'manipulation',
  'scanner_probe',
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
  'name',
  'link',
  'probe_path',
  'markup',
  'emoji',
] as const;

export type ModerationType = (typeof moderationTypes)[number];

/** `mask` puts words like `[email removed]` in its place, `block` ends the reply, `allow` leaves it. */
export type ModerationAction = 'mask' | 'block' | 'allow';
export type ModerationActions = Readonly<Record<ModerationType, ModerationAction>>;

/** Where something was found. What is there is not kept anywhere. */
export interface Finding {
  readonly type: ModerationType;
  /** Which rule it was: `luhn`, `ignore_instructions`, … */
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** What a record keeps of findings: never what stood there. */
export interface ModerationFinding {
  readonly type: ModerationType;
  readonly rule: string;
  readonly count: number;
}

export interface Detector {
  (text: string, language: string): readonly Finding[];
}

const moderationLevels = {
  /** For a channel where addresses, paths, IP numbers and links are what people talk about. */
  community: {
    threat: 'block',
    manipulation: 'mask',
    scanner_probe: 'allow',
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
    name: 'allow',
    link: 'allow',
    probe_path: 'allow',
    markup: 'allow',
    emoji: 'allow',
  },
  /** For a service to the public: what is no plain question is stopped. */
  strict: {
    threat: 'block',
    manipulation: 'block',
    scanner_probe: 'block',
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
    name: 'mask',
    link: 'mask',
    probe_path: 'mask',
    markup: 'mask',
    emoji: 'mask',
  },
} as const satisfies Readonly<Record<string, ModerationActions>>;

export type ModerationLevel = keyof typeof moderationLevels;

/** What an operator may list words of. */
export const listedTypes = ['threat', 'manipulation', 'profanity'] as const;

/** Words and phrases of the operator's own, by type. */
export type ListedWords = Readonly<Partial<Record<(typeof listedTypes)[number], readonly string[]>>>;

/** What is looked for, and what is done about it. */
export interface ModerationRules {
  readonly actions: ModerationActions;
  readonly words: ListedWords;
  /** Whether a model looks for data about people, too. */
  readonly asksModel: boolean;
}

/** The rules of a set of steps: a profile with what the config says otherwise. */
export function moderationRules(
  {
    profile,
    actions,
    words,
    personal_data_model: asksModel,
  }: {
    /** Null: `strict` in the set of steps of that name, else `community`. */
    readonly profile: ModerationLevel | null;
    readonly actions: Readonly<Partial<Record<ModerationType, ModerationAction>>>;
    readonly words: ListedWords;
    /** Null: in `strict`. */
    readonly personal_data_model: boolean | null;
  },
  graph: string,
): ModerationRules {
  const level = profile ?? (graph === 'strict' ? 'strict' : 'community');
  const chosen = { ...moderationLevels[level], ...actions };
  return {
    actions: chosen,
    words,
    asksModel: chosen.person !== 'allow' && (asksModel ?? level === 'strict'),
  };
}

/** Attempts to make Steward, or what it runs on, do something else. */
export const isTakeover = (type: ModerationType): boolean =>
  type === 'manipulation' || type === 'control_tag' || type === 'scanner_probe';

export const triesTakeover = ({
  moderation,
}: {
  readonly moderation: readonly Pick<ModerationFinding, 'type'>[];
}): boolean => moderation.some(({ type }) => isTakeover(type));

/** What blocked a reply, in the words of the record. */
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
