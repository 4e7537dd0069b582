import { reasonText } from '../../domain/reply/reason-text.ts';
import { endStatus, type ReplyReason } from '../../domain/reply/reply-record-status.ts';
import { harmlessLine } from './harmless.ts';

type Fields = Readonly<Record<string, unknown>>;

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(text).join(', ');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

const times = (count: unknown, one: string): string =>
  `${text(count)} ${one}${Number(count) === 1 ? '' : 's'}`;

const words = (value: unknown): string => text(value).replaceAll('_', ' ');
const why = (reason: unknown): string => reasonText(text(reason));

/**
 * What a person wants to read of the usual events, by their names. Null: nothing, because another event says it. Ids are for the
 * log's JSON; the moderators' page shows each question.
 */
const sentences: Readonly<Record<string, (fields: Fields) => string | null>> = {
  steward_started: ({ version, roles, address, ui, store, page, ...knows }) =>
    [
      `Steward ${text(version)} works: ${text(roles)}.`,
      `It knows ${times(knows['documents'], 'document')} and ${times(knows['pairs'], 'answer')} of the team${listensIn(knows['channels'])}.`,
      ...(page
        ? [`The page for moderators is at ${text(page)}/page; npx steward http page prints a link.`]
        : []),
      `Temporal is at ${text(address)}${ui ? `, its UI at ${text(ui)}` : ''}; the store is ${text(store)}.`,
    ].join(' '),
  steward_stopping: ({ drain_seconds: seconds }) =>
    `Stopping; steps in progress have ${text(seconds)} s to end.`,
  steward_stopped: () => 'Stopped. Nothing is lost: the runs continue with the next start.',
  'discord.connecting': () => 'Connecting to Discord.',
  'discord.connected': ({ guilds, channels }) =>
    `Connected to Discord: ${times(guilds, 'server')}, ${times(channels, 'channel')}.`,
  'discord.catching_up': () => 'Reading what was written meanwhile.',
  http_listening: ({ url }) => `Takes questions over HTTP at ${text(url)}.`,
  index_published: ({ sources, rejected }) =>
    `The documents are read: ${text(sources)} in the index, ${text(rejected)} left out.`,
  settings_changed: () => 'The settings that were changed on the page hold now.',
  reply_decided: ({ status, reason, model_calls: calls }) => {
    if (endStatus(reason as ReplyReason, true) === 'answered')
      return `A question has its answer${status === 'held' ? ', which waits for the team' : ''} (${times(calls, 'call')} of models).`;
    // What is said instead of an answer is told when it is posted.
    return status === 'generated' ? null : `A question has no answer: ${why(reason)}.`;
  },
  question_left: ({ status, reason }) =>
    status === 'generated' ? null : `A message is left: ${why(reason)}.`,
  reply_posted: ({ status, reason }) =>
    status === 'answered' ? 'The answer is posted.' : `No answer is posted: ${why(reason)}.`,
  qa_pair_captured: () => 'The team has answered something.',
  topic_file_updated: ({ outcome, topic, workflow_id: run }) => {
    // A rebuild has one such event for each pair.
    if (text(run).endsWith('/regenerate')) return null;
    return outcome === 'integrated'
      ? `Learned what the team answered, in the topic "${text(topic).replaceAll('-', ' ')}".`
      : `What the team answered is not learned: ${outcome === 'skipped' ? 'there is nothing in it to keep' : words(outcome)}.`;
  },
  topic_classified: () => null,
  'temporal.workers_created': () => null,
  'temporal.workflows_bundled': () => null,
};

const listensIn = (channels: unknown): string =>
  Array.isArray(channels) ? `, and listens in ${channels.map((name) => `#${text(name)}`).join(', ')}` : '';

const levels: Readonly<Record<string, string>> = { 40: 'Warning: ', 50: 'Error: ', 60: 'Error: ' };

/** A line of the log as a sentence for a person at a terminal, with the time of day; null for one that says nothing to them. */
export function logSentence(line: string): string | null {
  const { level, time, msg, event, ...fields } = JSON.parse(line) as Fields;
  const name = text(event ?? msg);
  const sentence = sentences[name]?.(fields);
  if (sentence === null) return null;
  // The words behind the name of an event are for people already.
  const [, eventWords] = /^[\w.]+: ([^]+)$/u.exec(text(msg)) ?? [];
  const said = sentence ?? eventWords ?? [words(msg), ...detailsOf(fields)].join('; ');
  const clock = text(time).slice(11, 19);
  return harmlessLine(`${clock} ${levels[text(level)] ?? ''}${said.charAt(0).toUpperCase()}${said.slice(1)}`);
}

const detailsOf = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object' || /(?:^|_)id$|^(?:step|attempt)$/u.test(name)
      ? []
      : [`${words(name)} ${text(value)}`],
  );
