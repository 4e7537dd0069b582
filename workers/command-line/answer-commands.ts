import { InvalidArgumentError, Option } from 'commander';
import { dayIn, wholeNumber, type Commands } from '../cli/command-parts.ts';

const maxRehearsed = 2_000;

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** Commands about answers, and the documents that they come from. */
export const answerCommands: Commands = {
  ask: {
    description: 'Ask one question as a member who asks directly, and print the answer. Posts nothing.',
    examples: ['ask "How do I set the log level?" --json'],
    remark: 'Exit code 1 when nothing covers the question. Thanks and a greeting get their short answer.',
    own: (command) =>
      command
        .argument('<question>')
        .option('--channel <name>', 'answer with the settings of this channel, as the config lists it'),
    run: async (question, options) =>
      (await import('../commands/reply/ask.ts')).askCommand(question, options),
  },
  eval: {
    description:
      'Ask every question in a file, and print how often the answer or the silence was as expected.',
    examples: ['eval questions.yaml', 'eval questions.yaml --json', 'eval --from-rehearsal cases.yaml'],
    remark: 'Questions are asked directly, which no gate drops. Posts nothing; see docs/models.md.',
    own: (command) =>
      command
        .argument('[file]', 'a list in YAML: data/demo/questions.yaml is an example')
        .option('--from-rehearsal <file>', 'only write such a file, from the verdicts on the last rehearsal')
        .option('--from-votes <file>', 'only write such a file, from what the team answered and corrected'),
    run: async (file, { fromRehearsal, fromVotes, ...options }) => {
      if (fromRehearsal === undefined && fromVotes === undefined)
        return (await import('../commands/reply/evaluate.ts')).evaluate(file, options);
      const { writeCases } = await import('../commands/reply/write-cases.ts');
      return writeCases({ ...options, fromRehearsal, fromVotes });
    },
  },
  rehearse: {
    description:
      "Play a channel's own past through Steward, and compare its answers with the team's. Posts and learns nothing.",
    examples: [
      'rehearse --channel help --since 90d',
      'rehearse --channel help --limit 500 --usd 20 --json',
      'rehearse --channel help --file past.jsonl',
    ],
    remark:
      "The team's pairs count as they stood before each question; documents are today's. Ctrl-C pauses, the same command goes on: docs/rehearsal.md.",
    own: (command) =>
      command
        .requiredOption(
          '--channel <name>',
          'a channel of the config, by its name or id; http: what was asked over HTTP',
        )
        .addOption(
          new Option('--since <date>', 'from a day such as 2026-02-01, or for a number of days such as 7d')
            .default(daysAgo(90), '90d')
            .argParser(parseSince),
        )
        .addOption(
          new Option('--limit <n>', 'play at most this many questions, the oldest first')
            .default(100)
            .argParser(wholeNumber(maxRehearsed, `Give a number from 1 to ${maxRehearsed}.`)),
        )
        .addOption(
          new Option('--usd <amount>', 'end before a question with which it would cost more dollars')
            .default(5)
            .argParser(parseUsd),
        )
        .option('--model <name>', 'ask this model in place of ai_response.llm.model')
        .option(
          '--file <export>',
          "play this conversation as the channel's past: JSON lines as of a script (data/demo/README.md)",
        ),
    run: async (options) => (await import('../commands/reply/rehearse.ts')).rehearse(options),
  },
  sources: {
    description:
      'List every source: kind, status, last check, next check, tokens, and what is wrong with it.',
    examples: ['sources', 'sources --failed --json', 'sources --check', 'sources --show kb:guides/start.md'],
    remark: 'Shows what the last refresh found. To refresh: npx steward index',
    own: (command) =>
      command
        .option('--failed', 'list only sources with an error', false)
        .option('--check', 'say for each entry of the config what was read, and what looks wrong', false)
        .option('--show <id>', 'print one source as the model reads it'),
    run: async (options) => (await import('../commands/documents/sources.ts')).listSources(options),
  },
  index: {
    description: "Bring the documents' index up to date, and capture raw entries that nothing has settled.",
    examples: ['index -c config.yaml'],
    run: async (options) =>
      (await import('../commands/documents/index-documents.ts')).indexDocuments(options),
  },
};

function parseUsd(text: string): number {
  const usd = Number(text);
  if (usd > 0 && Number.isFinite(usd)) return usd;
  throw new InvalidArgumentError('Give an amount in US dollars such as 5 or 0.50.');
}

function parseSince(text: string): Date {
  const days = /^(\d{1,3})d$/u.exec(text);
  if (days) return daysAgo(Number(days[1]));
  const day = dayIn(text);
  if (day) return day;
  throw new InvalidArgumentError('Give a day such as 2026-02-01, or a number of days such as 7d.');
}
