import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import writeFileAtomic from 'write-file-atomic';
import type { Invitation } from '../../../adapters/discord/guild/application.ts';
import { loadConfig } from '../../../config/load.ts';
import { ConfigError } from '../../../config/problem.ts';
import { configSchemaUrl } from '../../../config/schema.ts';
import { extractiveModel } from '../../../config/schema/llm.ts';
import { UsageError } from '../../cli/exit.ts';
import { progressTo } from '../../cli/progress.ts';
import { createPrompting, fromEnvironment, type Prompting } from '../../init/prompting.ts';
import { findModels, openAiAddress } from '../../init/find-models.ts';
import {
  configText,
  dotenvText,
  isSite,
  noSetup,
  setupOf,
  tokenVariable,
  type Setup,
} from '../../init/setup-files.ts';
import { askDiscord, type DiscordQuestions } from '../../init/ask-discord.ts';
import { testDocs, testModel, testUrl } from '../../init/test-setup.ts';
import { printLine } from '../../cli/print.ts';

export interface InitOptions extends DiscordQuestions {
  readonly docs?: string;
  readonly publicUrl?: string;
  readonly about?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly overwrite: boolean;
  readonly yes: boolean;
}

const configPath = 'config.yaml';
const dotenvPath = '.env';

/**
 * Asks for what a Steward needs, tests each answer, and writes `config.yaml` and `.env` at the end. Offers their present values,
 * and keeps those that it does not ask for.
 */
export async function init(options: InitOptions): Promise<void> {
  const say = progressTo(process.stderr);
  const asking = createPrompting({ asks: !options.yes && process.stdin.isTTY, say });
  await mayWrite(options, asking);
  const { setup: former, text } = readFormer(asking);
  const documents = await askDocuments(options, asking, former);
  const model = await askModel(options, asking, former);
  const { invitation, ...discord } = await askDiscord(options, asking, former);
  const setup: Setup = { ...documents, ...model, ...discord };
  await write(setup, text);
  printLine(nextSteps(setup, invitation).join('\n'));
}

/** Asks first, so that nobody answers ten questions in vain. */
async function mayWrite({ overwrite }: InitOptions, { yes }: Prompting): Promise<void> {
  if (overwrite || !existsSync(configPath)) return;
  if (await yes(`${configPath} exists already. Change it in the end?`)) return;
  throw new UsageError(`${configPath} exists already and was not changed. To change it: --overwrite`);
}

/** The values and the text of the existing config, unless it has mistakes. */
function readFormer({ say }: Prompting): { readonly setup: Setup; readonly text: string } {
  if (!existsSync(configPath)) return { setup: noSetup, text: '' };
  try {
    const loaded = loadConfig({ path: configPath, env: process.env, serves: false });
    return { setup: setupOf(loaded), text: readFileSync(configPath, 'utf8') };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say(
      `${configPath} or ${dotenvPath} has mistakes (npx steward check names them), so nothing of it is taken over.`,
    );
    return { setup: noSetup, text: '' };
  }
}

async function askDocuments(
  { docs: given, publicUrl, about, skipTests }: InitOptions,
  { text, together }: Prompting,
  former: Setup,
): Promise<Pick<Setup, 'docs' | 'publicUrl' | 'about'>> {
  const canOffer = skipTests || isSite(former.docs) || existsSync(former.docs);
  const docs = await together(async (first) => {
    const answer = await text({
      message: 'Documents: a folder, or the address of a site',
      given: first ? given : undefined,
      fallback: canOffer ? former.docs : '',
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
          given: publicUrl,
          fallback: former.publicUrl,
          check: testUrl,
        }),
    about: await text({
      message: 'What is your project? One or two sentences for the model',
      given: about,
      fallback: former.about,
    }),
  };
}

/** Asks for name, address and key together, because only all three can be tested. */
const askModel = (options: InitOptions, asking: Prompting, former: Setup) =>
  asking.together(async (first): Promise<ModelSetup> => {
    const { model: given, baseUrl: givenUrl, apiKeyEnv } = first ? options : {};
    const chosen = given === undefined ? await offerModels(asking, former) : null;
    const model = await asking.text({
      message: 'Its name',
      given: given ?? chosen?.model,
      fallback: '',
    });
    if (model === '') throw new UsageError('A model needs a name.');
    if (model === extractiveModel) return { model, baseUrl: null, apiKey: null };
    const openAi = openAiAddress(process.env);
    const baseUrl = await asking.text({
      message: 'The address of its OpenAI-compatible API',
      given: givenUrl ?? chosen?.baseUrl,
      fallback: openAi,
      check: testUrl,
    });
    const formerKey = baseUrl === former.baseUrl ? former.apiKey : null;
    const apiKey = await asking.secret({
      message: `Its key (empty: ${formerKey === null ? 'none' : 'the one that is set'})`,
      given: fromEnvironment(apiKeyEnv) ?? (baseUrl === openAi ? process.env['OPENAI_API_KEY'] : undefined),
      fallback: formerKey,
    });
    if (!options.skipTests) asking.say(`Model: ${await testModel({ model, baseUrl, apiKey })}`);
    return { model, baseUrl, apiKey };
  });

type ModelSetup = Pick<Setup, 'model' | 'baseUrl' | 'apiKey'>;

/** Returns null for a model that was not found on this machine. */
async function offerModels(
  { choice }: Prompting,
  former: Setup,
): Promise<{ readonly model: string; readonly baseUrl: string | null } | null> {
  const localModels = await findModels(process.env);
  const isOther = former.model !== '' && former.model !== extractiveModel;
  const chosen = await choice('Model', [
    ...(isOther ? [{ name: `${former.model} (as it is set)`, value: 'former' }] : []),
    {
      name: `The embedded one, which quotes and needs no provider (${extractiveModel})`,
      value: extractiveModel,
    },
    ...localModels.map(({ model, origin }, index) => ({
      name: `${model} (${origin})`,
      value: String(index),
    })),
    { name: 'Another one with an OpenAI-compatible API', value: 'other' },
  ]);
  if (chosen === extractiveModel) return { model: extractiveModel, baseUrl: null };
  return chosen === 'former' ? former : (localModels[Number(chosen)] ?? null);
}

async function write(setup: Setup, formerText: string): Promise<void> {
  const text = configText({ ...setup, schema: schemaPath(), former: formerText });
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
          setup.guildIds.length > 0
            ? `${tokenVariable}='…' in ${dotenvPath}, once you have a Discord token (docs/discord.md says where to get it); then npx steward doctor`
            : 'npx steward init --overwrite       once you have a Discord token (docs/discord.md says where to get it)',
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
