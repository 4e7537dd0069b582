import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import writeFileAtomic from 'write-file-atomic';
import type { Invitation } from '../../../adapters/discord/guild/application.ts';
import { configSchemaUrl } from '../../../config/schema.ts';
import { extractiveModel } from '../../../config/schema/llm.ts';
import { UsageError } from '../../cli/exit.ts';
import { progressTo } from '../../cli/progress.ts';
import { createPrompting, type Prompting } from '../../init/prompting.ts';
import {
  apiKeyVariable,
  configText,
  dotenvText,
  isSite,
  openAiAddress,
  tokenVariable,
  type Setup,
} from '../../init/setup-files.ts';
import { askDiscord, type DiscordQuestions } from '../../init/ask-discord.ts';
import { testDocs, testModel, testUrl } from '../../init/test-setup.ts';
import { printLine } from '../../cli/print.ts';

export interface InitOptions extends DiscordQuestions {
  readonly docs?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly yes: boolean;
}

const configPath = 'config.yaml';
const dotenvPath = '.env';
const usualDocs = 'docs';

/** Asks for what a Steward needs, tests each answer, and writes `config.yaml` and `.env` at the end. */
export async function init(options: InitOptions): Promise<void> {
  const say = progressTo(process.stderr);
  const asking = createPrompting({ asks: !options.yes && process.stdin.isTTY, say });
  // Before ten questions are answered in vain.
  if (existsSync(configPath))
    throw new UsageError(
      `${configPath} exists already. Change it in an editor, then run npx steward check; or move it away and run this again.`,
    );
  const documents = await askDocuments(options, asking);
  const model = await askModel(options, asking);
  const { invitation, ...discord } = await askDiscord(options, asking);
  const setup: Setup = { ...documents, ...model, ...discord };
  await write(setup);
  printLine(nextSteps(setup, invitation).join('\n'));
}

async function askDocuments(
  { docs: given, skipTests }: InitOptions,
  { text, together }: Prompting,
): Promise<Pick<Setup, 'docs' | 'publicUrl' | 'about'>> {
  const docs = await together(async (first) => {
    const answer = await text({
      message: 'Documents: a folder, or the address of a site',
      given: first ? given : undefined,
      fallback: skipTests || existsSync(usualDocs) ? usualDocs : '',
      ...(!skipTests && { check: async (docs) => `Documents: ${await testDocs({ docs })}` }),
    });
    if (answer !== '') return answer;
    throw new UsageError('Name a folder with your documents, or the address of a site (--docs).');
  });
  return {
    docs,
    publicUrl: isSite(docs)
      ? ''
      : await text({
          message: 'Where members read these documents, for links (empty: answers carry none)',
          fallback: '',
          check: testUrl,
        }),
    about: await text({
      message: 'What is your project? One or two sentences for the model',
      fallback: '',
    }),
  };
}

/** Asks for name, address and key together, because only all three can be tested. */
const askModel = (options: InitOptions, asking: Prompting) =>
  asking.together(async (first): Promise<ModelSetup> => {
    const { model: given, baseUrl: givenUrl } = first ? options : {};
    const model = await asking.text({
      message: `The model's name, or ${extractiveModel}: the embedded one, which quotes and needs no provider`,
      given,
      fallback: extractiveModel,
    });
    if (model === extractiveModel) return { model, baseUrl: null, apiKey: null };
    const openAi = openAiAddress(process.env);
    const baseUrl = await asking.text({
      message: 'The address of its OpenAI-compatible API',
      given: givenUrl,
      fallback: openAi,
      check: testUrl,
    });
    const apiKey = await asking.secret({
      message: 'Its key (empty: none)',
      given: process.env[apiKeyVariable] ?? (baseUrl === openAi ? process.env['OPENAI_API_KEY'] : undefined),
    });
    if (!options.skipTests) asking.say(`Model: ${await testModel({ model, baseUrl, apiKey })}`);
    return { model, baseUrl, apiKey };
  });

type ModelSetup = Pick<Setup, 'model' | 'baseUrl' | 'apiKey'>;

async function write(setup: Setup): Promise<void> {
  const text = configText({ ...setup, schema: schemaPath() });
  await writeFileAtomic(configPath, text, { mode: 0o644 });
  if (setup.apiKey === null && setup.discordToken === null) return;
  const dotenvBefore = existsSync(dotenvPath) ? readFileSync(dotenvPath, 'utf8') : '';
  await writeFileAtomic(dotenvPath, dotenvText(dotenvBefore, setup), { mode: 0o600 });
}

function nextSteps(setup: Setup, invitation: Invitation | null): readonly string[] {
  const secrets =
    setup.apiKey === null && setup.discordToken === null ? '' : `, and the secrets are in ${dotenvPath}`;
  const steps =
    setup.discordToken === null
      ? [
          'npx steward dev -c config.yaml     try it in the terminal',
          `${tokenVariable}='…' in ${dotenvPath}${setup.guildIds.length > 0 ? '' : `, and discord.guild_ids and discord.channels in ${configPath}`}, once you have a Discord token (docs/discord.md says where to get it); then npx steward doctor`,
        ]
      : [
          ...(invitation
            ? [`Invite Steward to your server: ${invitation.url}`]
            : ['npx steward discord invite']),
          ...(invitation && !invitation.canReadMessages
            ? ['Turn on "Message Content Intent" on the page "Bot" of your application']
            : []),
          'npx steward discord register       adds /ask, /steward and the menus to your server',
          'npx steward doctor                 tests everything, and says what is missing',
          'npx steward rehearse --channel NAME   plays the past of a channel: what would Steward have answered?',
          'npx steward worker                 runs Steward',
          ...(setup.preview ? ['After a first week: remove `preview: true` from config.yaml'] : []),
        ];
  return [
    `${configPath} is written${secrets}. Next:`,
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
  ];
}

/** The path of the JSON schema for editors, relative in a checkout. */
function schemaPath(): string {
  const path = fileURLToPath(configSchemaUrl);
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere;
}
