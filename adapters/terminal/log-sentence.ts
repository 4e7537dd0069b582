import { harmlessLine } from './harmless.ts';

type Fields = Readonly<Record<string, unknown>>;

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(text).join(', ');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

const times = (count: unknown, one: string): string =>
  `${text(count)} ${one}${Number(count) === 1 ? '' : 's'}`;

/** What a person wants to read of the usual events, by their names. Null: nothing, because another event says it. */
const sentences: Readonly<Record<string, ((fields: Fields) => string) | null>> = {
  steward_started: ({ version, roles, address, ui, store }) =>
    `Steward ${text(version)} works: ${text(roles)}. Temporal at ${text(address)}${ui ? `, its UI at ${text(ui)}` : ''}; store ${text(store)}.`,
  steward_stopping: ({ drain_seconds: seconds }) =>
    `Stopping; steps in progress have ${text(seconds)} s to end.`,
  steward_stopped: () => 'Stopped. Nothing is lost: the runs continue with the next start.',
  'discord.connecting': () => 'Connecting to Discord.',
  'discord.connected': ({ guilds, channels }) =>
    `Connected to Discord: ${times(guilds, 'server')}, ${times(channels, 'channel')}.`,
  'discord.catching_up': () => 'Reading what was written meanwhile.',
  http_listening: ({ url }) => `Takes questions over HTTP at ${text(url)}.`,
  reply_decided: ({ message_id: id, status, reason, model_calls: calls }) =>
    `Question ${text(id)}: ${outcomeOf(status, reason)} (${times(calls, 'call')} of models).`,
  question_left: ({ message_id: id, reason }) => `Question ${text(id)}: left, ${words(reason)}.`,
  reply_posted: ({ message_id: id }) => `Question ${text(id)}: the answer is posted.`,
  qa_pair_captured: ({ qa_id: id, message_id: message }) =>
    `Learned ${text(id)} from the message ${text(message)}.`,
  topic_classified: null,
  'temporal.workers_created': null,
  'temporal.workflows_bundled': null,
};

const words = (value: unknown): string => text(value).replaceAll('_', ' ');

const outcomeOf = (status: unknown, reason: unknown): string =>
  status === 'generated'
    ? 'answered'
    : status === reason
      ? words(status)
      : `${words(status)}, ${words(reason)}`;

const levels: Readonly<Record<string, string>> = { 40: 'Warning: ', 50: 'Error: ', 60: 'Error: ' };

/** A line of the log as a sentence for a person at a terminal, with the time of day; null for one that says nothing to them. */
export function logSentence(line: string): string | null {
  const { level, time, msg, event, ...fields } = JSON.parse(line) as Fields;
  const name = text(event ?? msg);
  const known = sentences[name];
  if (known === null) return null;
  // The words behind the name of an event are for people already.
  const [, own] = /^[\w.]+: ([^]+)$/u.exec(text(msg)) ?? [];
  const said = known ? known(fields) : (own ?? [words(msg), ...detailsOf(fields)].join('; '));
  const clock = text(time).slice(11, 19);
  return harmlessLine(`${clock} ${levels[text(level)] ?? ''}${said.charAt(0).toUpperCase()}${said.slice(1)}`);
}

const detailsOf = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object' || value === null ? [] : [`${words(name)} ${text(value)}`],
  );
