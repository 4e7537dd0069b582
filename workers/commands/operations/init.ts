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
import { findModels, openAiAddress } from '../../init/find-models.ts';
import { configText, dotenvText, isSite, tokenVariable, type Setup } from '../../init/setup-files.ts';
import { testDiscord, testDocs, testIds, testModel, testUrl } from '../../init/test-setup.ts';

export interface InitOptions {
  readonly docs?: string;
  readonly publicUrl?: string;
  readonly about?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly discordToken?: string;
  readonly discordTokenEnv?: string;
  readonly guild: readonly string[];
  readonly channel: readonly string[];
  readonly teamRole: readonly string[];
  readonly teamChannel?: string;
  readonly preview: boolean;
  readonly overwrite: boolean;
  readonly skipTests: boolean;
  readonly yes: boolean;
}

const configPath = 'config.yaml';
const dotenvPath = '.env';

/** Asks for what answers need, tests each answer, and writes `config.yaml` and `.env` in the end. */
export async function init(options: InitOptions): Promise<void> {
  const say = progressTo(process.stderr);
  const asking = createPrompting({ asks: !options.yes && process.stdin.isTTY, say });
  await mayWrite(options, asking);
  const documents = await askDocuments(options, asking);
  const model = await askModel(options, asking);
  const { invitation, ...discord } = await askDiscord(options, asking);
  const setup: Setup = { ...documents, ...model, ...discord };
  await write(setup);
  process.stdout.write(`${nextSteps(setup, invitation).join('\n')}\n`);
}

/** Asked first, so that nobody answers ten questions in vain. */
async function mayWrite({ overwrite }: InitOptions, { yes }: Prompting): Promise<void> {
  if (overwrite || !existsSync(configPath)) return;
  if (await yes(`${configPath} exists already. Replace it in the end?`)) return;
  throw new UsageError(`${configPath} exists already and was not changed. To replace it: --overwrite`);
}

async function askDocuments(
  { docs: given, publicUrl, about, skipTests }: InitOptions,
  { text }: Prompting,
): Promise<Pick<Setup, 'docs' | 'publicUrl' | 'about'>> {
  const docs = await text({
    message: 'Documents: a folder, or the address of a site',
    given,
    fallback: 'docs',
    ...(!skipTests && { check: async (docs) => `Documents: ${await testDocs({ docs })}` }),
  });
  return {
    docs,
    publicUrl: isSite(docs)
      ? ''
      : await text({
          message: 'Where members read these documents, for links (empty: answers carry none)',
          given: publicUrl,
          fallback: '',
          check: testUrl,
        }),
    about: await text({
      message: 'What is your project? One or two sentences for the model',
      given: about,
      fallback: '',
    }),
  };
}

/** Name, address and key are good or bad together. */
const askModel = (options: InitOptions, asking: Prompting) =>
  asking.together(async (first): Promise<ModelSetup> => {
    const { model: given, baseUrl: givenUrl, apiKeyEnv } = first ? options : {};
    const chosen = given === undefined ? await offerModels(asking) : null;
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
    const apiKey = await asking.secret({
      message: 'Its key (empty: none)',
      given: fromEnvironment(apiKeyEnv) ?? (baseUrl === openAi ? process.env['OPENAI_API_KEY'] : undefined),
    });
    if (!options.skipTests) asking.say(`Model: ${await testModel({ model, baseUrl, apiKey })}`);
    return { model, baseUrl, apiKey };
  });

type ModelSetup = Pick<Setup, 'model' | 'baseUrl' | 'apiKey'>;

/** Null for a model that is none of those found. */
async function offerModels({
  choice,
}: Prompting): Promise<{ readonly model: string; readonly baseUrl: string | null } | null> {
  const found = await findModels(process.env);
  const chosen = await choice('Model', [
    {
      name: `The embedded one, which quotes and needs no provider (${extractiveModel})`,
      value: extractiveModel,
    },
    ...found.map(({ model, origin }, index) => ({ name: `${model} (${origin})`, value: String(index) })),
    { name: 'Another one with an OpenAI-compatible API', value: 'other' },
  ]);
  if (chosen === extractiveModel) return { model: extractiveModel, baseUrl: null };
  return found[Number(chosen)] ?? null;
}

type DiscordSetup = Pick<
  Setup,
  'discordToken' | 'guildIds' | 'channels' | 'teamRoleIds' | 'teamChannelId' | 'preview'
>;

async function askDiscord(
  options: InitOptions,
  asking: Prompting,
): Promise<DiscordSetup & { readonly invitation: Invitation | null }> {
  let invitation: Invitation | null = null;
  const apiUrl = process.env['STEWARD__DISCORD__API_URL'];
  const discordToken = await asking.secret({
    message: 'Discord token (empty: no Discord yet)',
    given: options.discordToken ?? fromEnvironment(options.discordTokenEnv) ?? process.env[tokenVariable],
    ...(!options.skipTests && {
      check: async (token) => {
        invitation = await testDiscord(token, apiUrl);
        return 'Discord: the token is good';
      },
    }),
  });
  if (discordToken === null) {
    return {
      discordToken,
      guildIds: [],
      channels: [],
      teamRoleIds: [],
      teamChannelId: '',
      preview: false,
      invitation,
    };
  }
  const list = async (
    message: string,
    given: readonly string[],
    fallback: string,
    check?: (list: string) => string,
  ) =>
    listOf(
      await asking.text({
        message,
        given: given.length > 0 ? given.join(',') : null,
        fallback,
        ...(check && { check }),
      }),
    );
  const guildIds = await list('Id of your server', options.guild, '', testIds);
  const channels = await list('Channels where it answers, with commas', options.channel, 'help');
  const teamRoleIds = await list(
    'Ids of the roles of your team, from whose answers it learns (empty: it learns nothing)',
    options.teamRole,
    '',
    testIds,
  );
  const teamChannelId = await asking.text({
    message: "Id of the team's channel, for drafts and problems (empty: none)",
    given: options.teamChannel,
    fallback: '',
    check: testIds,
  });
  const preview =
    options.preview ||
    (teamChannelId !== '' &&
      (await asking.yes('For a first week: show drafts to the team only, and post what the team approves?')));
  return { discordToken, guildIds, channels, teamRoleIds, teamChannelId, preview, invitation };
}

async function write(setup: Setup): Promise<void> {
  await writeFileAtomic(configPath, configText({ ...setup, schema: schemaPath() }), { mode: 0o644 });
  if (setup.apiKey === null && setup.discordToken === null) return;
  const former = existsSync(dotenvPath) ? readFileSync(dotenvPath, 'utf8') : '';
  await writeFileAtomic(dotenvPath, dotenvText(former, setup), { mode: 0o600 });
}

function nextSteps(setup: Setup, invitation: Invitation | null): readonly string[] {
  const secrets =
    setup.apiKey === null && setup.discordToken === null ? '' : `, and the secrets are in ${dotenvPath}`;
  const steps =
    setup.discordToken === null
      ? [
          'npx steward dev -c config.yaml     try it in the terminal',
          'npx steward init --overwrite       once you have a Discord token (docs/discord.md says where to get it)',
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

/** Of the JSON schema, as an editor finds it from the config: relative inside a checkout. */
function schemaPath(): string {
  const path = fileURLToPath(configSchemaUrl);
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere;
}

/** A secret on a command line shows in the list of processes, so its variable is named instead. */
function fromEnvironment(name: string | undefined): string | null {
  if (name === undefined) return null;
  const value = process.env[name];
  if (value) return value;
  throw new UsageError(`The environment has no variable ${name}, or it is empty.`);
}

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim().replace(/^#/u, ''))
    .filter((one) => one !== '');
