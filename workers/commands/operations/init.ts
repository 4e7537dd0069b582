import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import writeFileAtomic from 'write-file-atomic';
import { freePort, isPortFree } from '../../../adapters/temporal/server/free-port.ts';
import { loadConfig } from '../../../config/load.ts';
import { configSchemaUrl } from '../../../config/schema.ts';
import { apiUrl, httpUrl } from '../../../config/schema/fields.ts';
import { extractiveModel } from '../../../config/schema/llm.ts';
import { isMistake } from '../../../domain/ports/errors.ts';
import { UsageError } from '../../cli/exit.ts';
import { checkKnowledgeFolder } from '../../init/check-kb.ts';
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
/** In a clone, Steward's own. */
const ownDocs = fileURLToPath(new URL('../../../docs', import.meta.url));
const usualPagePort = 8787;

/** Asks for what a Steward needs, and writes `config.yaml` and `.env`. `doctor` tests the answers. */
export async function init(options: InitOptions): Promise<void> {
  const asking = createPrompting(!options.yes && process.stdin.isTTY);
  // Before ten questions are answered in vain.
  if (existsSync(configPath))
    throw new UsageError(
      `${configPath} exists already. Change it in an editor, then run npx steward check; or move it away and run this again.`,
    );
  const documents = await askDocuments(options, asking);
  const model = await askModel(options, asking);
  const setup: Setup = { ...documents, ...model, ...(await askDiscord(options, asking)) };
  const pagePort = (await isPortFree(usualPagePort)) ? usualPagePort : await freePort();
  const text = configText({ ...setup, pagePort, schema: schemaPath() });
  // Nothing is written that the next command refuses.
  loadConfig({ path: configPath, env: {}, dotenvPath: null, readFile: () => text });
  await write(text, setup);
  printLine(nextSteps(setup, pagePort).join('\n'));
}

async function askDocuments(
  { docs: given }: InitOptions,
  { text }: Prompting,
): Promise<Pick<Setup, 'docs' | 'publicUrl' | 'about'>> {
  const docs = await text({
    message: 'Documents: a folder, or the address of a site',
    flag: '--docs',
    given,
    fallback: existsSync(usualDocs) && realpathSync(usualDocs) !== ownDocs ? usualDocs : '',
    check: whyNoDocs,
  });
  const message = 'Where members read these documents, for links (empty: answers carry none)';
  const publicUrl = isSite(docs) ? '' : await text({ message, check: whyNot(httpUrl()) });
  const about = await text({ message: 'What is your project? One or two sentences for the model' });
  return { docs, publicUrl, about };
}

async function whyNoDocs(docs: string): Promise<string | null> {
  if (docs === '') return 'Name a folder with your documents, or the address of a site.';
  if (isSite(docs)) return whyNot(httpUrl())(docs);
  try {
    await checkKnowledgeFolder(docs);
    return null;
  } catch (error) {
    if (isMistake(error)) return error.message;
    throw error;
  }
}

/** What the schema says against an answer that is not empty, or null. */
const whyNot =
  (schema: ReturnType<typeof httpUrl>) =>
  (text: string): string | null =>
    text === '' || schema.safeParse(text).success
      ? null
      : `${text} is not ${String(schema.meta()?.['expects'])}.`;

async function askModel(
  { model: given, baseUrl: givenUrl }: InitOptions,
  { text, secret }: Prompting,
): Promise<Pick<Setup, 'model' | 'baseUrl' | 'apiKey'>> {
  const openAi = openAiAddress(process.env);
  const baseUrl = await text({
    message: 'Address of the model: an OpenAI-compatible API (empty: the embedded model, which only quotes)',
    given: givenUrl ?? (given === extractiveModel ? '' : undefined),
    flag: '--base-url',
    fallback: given === undefined ? '' : openAi,
    check: whyNot(apiUrl()),
  });
  if (baseUrl === '') return { model: extractiveModel, baseUrl: null, apiKey: null };
  const model = await text({
    message: "The model's name",
    flag: '--model',
    given,
    check: (name) => (name.trim() === '' ? 'Name the model.' : null),
  });
  const apiKey = await secret({
    message: 'Its key (empty: none)',
    given: process.env[apiKeyVariable] ?? (baseUrl === openAi ? process.env['OPENAI_API_KEY'] : undefined),
  });
  return { model, baseUrl, apiKey };
}

async function write(text: string, setup: Setup): Promise<void> {
  await writeFileAtomic(configPath, text, { mode: 0o644 });
  if (setup.apiKey === null && setup.discordToken === null) return;
  const dotenvBefore = existsSync(dotenvPath) ? readFileSync(dotenvPath, 'utf8') : '';
  await writeFileAtomic(dotenvPath, dotenvText(dotenvBefore, setup), { mode: 0o600 });
}

function nextSteps(setup: Setup, pagePort: number): readonly string[] {
  const secrets =
    setup.apiKey === null && setup.discordToken === null ? '' : `, and the secrets are in ${dotenvPath}`;
  const missing = [
    ...(setup.guildIds.length > 0 ? [] : ['discord.guild_ids']),
    ...(setup.channels.length > 0 ? [] : ['discord.channels']),
  ].join(' and ');
  const steps =
    setup.discordToken === null
      ? [
          'npx steward dev -c config.yaml        try it in the terminal',
          `${tokenVariable}='…' in ${dotenvPath}${missing && `, and ${missing} in ${configPath}`}, once you have a Discord token (docs/discord.md says where to get it); then npx steward doctor`,
        ]
      : [
          'npx steward discord invite            prints the link that adds Steward to your server',
          'npx steward discord register          adds /ask, /steward and the menus to your server',
          'npx steward doctor                    tests everything, and says what is missing',
          'npx steward rehearse --channel NAME   plays the past of a channel: what would Steward have answered?',
          'npx steward worker                    runs Steward',
          'npx steward http page                 prints a link to its page, with every question and with settings',
          ...(setup.preview ? ['After a first week: remove `preview: true` from config.yaml'] : []),
        ];
  return [
    `${configPath} is written${secrets}. It turns on HTTP with the moderators' page (http), for this machine alone, at port ${pagePort}.`,
    'Next:',
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
  ];
}

/** The path of the JSON schema for editors, relative in a checkout. */
function schemaPath(): string {
  const path = fileURLToPath(configSchemaUrl);
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere;
}
