import { InvalidArgumentError, Option } from 'commander';
import { repeated, roles, type Commands } from '../cli/command-parts.ts';

/** Commands that lead from nothing to a running Steward. */
export const startCommands: Commands = {
  demo: {
    description: 'Play a conversation: a Discord in the terminal, real documents, the real Temporal server.',
    examples: ['demo', 'demo --json', 'demo --kb ../my-docs --script my-script.jsonl'],
    remark: 'In a terminal you take part after the conversation; with --kb alone, at once.',
    own: (command) =>
      command
        .option('--kb <dir>', "a folder of documents (default: Fastify's, which come with its package)")
        .option('--script <file>', 'play a conversation (JSON lines, see data/demo/README.md) and end'),
    takes: ['json'],
    run: async (options) => (await import('../commands/operations/demo.ts')).demo(options),
  },
  dev: {
    description:
      'Try Steward on your own documents in the terminal. What it learns is kept for the next start.',
    examples: ['dev --kb ../my-docs', 'dev -c config.yaml'],
    own: (command) =>
      command
        .option('--kb <dir>', 'a folder of documents')
        .option('-c, --config <file>', 'try the models, documents, prompts and texts of this configuration')
        .option('--data <dir>', 'where to keep what it learns (default: a folder of its own for each --kb)'),
    takes: ['json'],
    run: async (options) => (await import('../commands/operations/dev.ts')).dev(options),
  },
  init: {
    description:
      'Set Steward up: ask for documents, model, Discord and team, and write config.yaml and .env.',
    examples: ['init', 'init --docs docs --model extractive --yes'],
    own: (command) =>
      command
        .option('--docs <folder-or-address>', 'your documents: a folder, or a site')
        .option('--model <name>', "the model's name, or extractive")
        .option('--base-url <address>', 'the address of an OpenAI-compatible API')
        .option('--guild <id>', 'the id of your server; repeatable', repeated, [])
        .option('--channel <name>', 'a channel where it answers; repeatable', repeated, [])
        .option('--yes', 'ask nothing, and use flags and defaults', false),
    remark:
      "Keys that are in the environment are not asked for: STEWARD__DISCORD__TOKEN, STEWARD__AI_RESPONSE__LLM__API_KEY. Turns on HTTP with the moderators' page, for this machine alone.",
    takes: [],
    run: async (options) => (await import('../commands/operations/init.ts')).init(options),
  },
  check: {
    description: 'Check the configuration: list every mistake, or what is set and where.',
    examples: ['check -c config.yaml'],
    remark: 'Exit code 2 when there is a mistake. No secret is printed.',
    run: async (options) => (await import('../commands/operations/check.ts')).check(options),
  },
  doctor: {
    description: 'Test everything that Steward needs: what is there, what is missing, and what to do.',
    examples: ['doctor', 'doctor --json'],
    remark: 'Exit code 1 when there is a problem, 3 when there are only warnings.',
    run: async (options) => (await import('../commands/operations/doctor/doctor.ts')).doctor(options),
  },
  worker: {
    description: 'Run Steward. Several processes may share the work by their roles.',
    examples: ['worker', 'worker --role reply,library -c config.yaml'],
    own: (command) =>
      command.addOption(
        new Option('--role <roles>', `what this process does: ${roles.join(', ')}, or several with commas`)
          .default(['all'], 'all')
          .argParser(parseRoles),
      ),
    remark:
      'In a terminal it says in sentences what it does; otherwise, and with --json, a JSON object a line.',
    run: async (options) => (await import('../commands/operations/worker.ts')).worker(options),
  },
};

function parseRoles(text: string): readonly (typeof roles)[number][] {
  return text.split(',').map((name) => {
    const knownRole = roles.find((role) => role === name.trim());
    if (knownRole) return knownRole;
    throw new InvalidArgumentError(`There is no role "${name.trim()}"; the roles are ${roles.join(', ')}.`);
  });
}
