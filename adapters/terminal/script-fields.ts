import {
  authorNameExpected,
  channelNameExpected,
  isAuthorName,
  isChannelName,
  maxSayingChars,
} from './names.ts';
import type { Role } from './terminal-members.ts';

/** A line's fields, each checked by itself. Null where the line has none. */
export interface ScriptFields {
  readonly id: string | null;
  readonly author: string | null;
  readonly role: Role | null;
  readonly channel: string | null;
  /** Digits when it was a number. */
  readonly thread: string | null;
  readonly replyTo: string | null;
  readonly text: string | null;
  readonly pauseSeconds: number | null;
  readonly settle: boolean | null;
}

interface Field<Value> {
  readonly keys: readonly string[];
  readonly expected: string;
  /** Undefined when the value is not what is expected. */
  readonly read: (value: unknown) => Value | undefined;
}

const roles: Readonly<Record<string, Role>> = {
  member: 'member',
  user: 'member',
  community_user: 'member',
  team: 'team',
  team_member: 'team',
  moderator: 'team',
  operator: 'team',
};

const maxPauseSeconds = 3_600;
const referenceExpected =
  'a line\'s "id", an author, "steward" or a line number, as a text of 1 to 100 characters';

const fields = {
  id: {
    keys: ['id'],
    expected: 'a name for the line: a text of 1 to 100 characters that is not "steward"',
    read: (value) => (isReference(value) && value.toLowerCase() !== 'steward' ? value : undefined),
  },
  author: {
    keys: ['author'],
    expected: authorNameExpected,
    read: (value) => (typeof value === 'string' && isAuthorName(value) ? value : undefined),
  },
  role: {
    keys: ['role'],
    expected: `one of ${Object.keys(roles)
      .map((role) => `"${role}"`)
      .join(', ')}`,
    read: (value) =>
      typeof value === 'string' && Object.hasOwn(roles, value.toLowerCase())
        ? roles[value.toLowerCase()]
        : undefined,
  },
  channel: {
    keys: ['channel'],
    expected: channelNameExpected,
    read: (value) => {
      const name = typeof value === 'string' ? value.replace(/^#/, '') : '';
      return isChannelName(name) ? name : undefined;
    },
  },
  thread: {
    keys: ['thread'],
    expected: `${referenceExpected}; any other text names a new thread`,
    read: readReference,
  },
  replyTo: { keys: ['reply-to', 'reply_to', 'replyTo'], expected: referenceExpected, read: readReference },
  text: {
    keys: ['text'],
    expected: `a text of 1 to ${maxSayingChars} characters that is not blank`,
    read: (value) =>
      typeof value === 'string' && value.trim() !== '' && value.length <= maxSayingChars ? value : undefined,
  },
  pauseSeconds: {
    keys: ['pause'],
    expected: `seconds: a number from 0 to ${maxPauseSeconds}`,
    read: (value) =>
      typeof value === 'number' && value >= 0 && value <= maxPauseSeconds ? value : undefined,
  },
  settle: {
    keys: ['settle'],
    expected: 'true or false',
    read: (value) => (typeof value === 'boolean' ? value : undefined),
  },
} satisfies { readonly [Name in keyof ScriptFields]: Field<NonNullable<ScriptFields[Name]>> };

const knownKeys = Object.values(fields).flatMap(({ keys }) => keys as readonly string[]);

/** Reads one line's object; `problem` is told of each mistake. */
export function readScriptFields(
  line: Readonly<Record<string, unknown>>,
  problem: (sentence: string) => void,
): ScriptFields {
  for (const key of Object.keys(line))
    if (!knownKeys.includes(key))
      problem(`the key ${shown(key)} is unknown; expected is one of ${knownKeys.join(', ')}.`);

  const read = <Value>({ keys, expected, read: convert }: Field<Value>): Value | null => {
    const given = keys.filter((key) => Object.hasOwn(line, key) && line[key] !== null);
    if (given.length > 1) problem(`${given.map(shown).join(' and ')} mean the same; keep one.`);
    const key = given[0];
    if (key === undefined) return null;
    const value = convert(line[key]);
    if (value === undefined) problem(`"${key}" is ${shown(line[key])}; expected is ${expected}.`);
    return value ?? null;
  };

  const text = read(fields.text);
  if (text === null && (line['text'] ?? null) === null)
    problem(`"text" is missing; expected is ${fields.text.expected}.`);
  return {
    id: read(fields.id),
    author: read(fields.author),
    role: read(fields.role),
    channel: read(fields.channel),
    thread: read(fields.thread),
    replyTo: read(fields.replyTo),
    pauseSeconds: read(fields.pauseSeconds),
    settle: read(fields.settle),
    text,
  };
}

/** A value as a person can find it in the file: as JSON, cut short. */
export function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 57)}...` : json;
}

const isReference = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 100;

function readReference(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isInteger(value) && value > 0 ? String(value) : undefined;
  return isReference(value) ? value.trim() : undefined;
}
