import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configSchemaUrl } from '../../../config/schema.ts';
import { confirm, input, password } from '@inquirer/prompts';
import writeFileAtomic from 'write-file-atomic';
import { UsageError } from '../../cli/exit.ts';
import { configText, dotenvText, type Setup } from '../../init/setup-files.ts';
import { testDiscord, testDocs, testModel } from '../../init/test-setup.ts';
import { progressTo } from '../../cli/progress.ts';

export interface InitOptions {
  readonly docs?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly discordToken?: string;
  readonly discordTokenEnv?: string;
  readonly guild: readonly string[];
  readonly channel: readonly string[];
  readonly overwrite: boolean;
  readonly yes: boolean;
}

const configPath = 'config.yaml';
const dotenvPath = '.env';

/** Asks for documents, model and Discord, tests each, and writes `config.yaml` and `.env`. */
export async function init(options: InitOptions): Promise<void> {
  const say = progressTo(process.stderr);
  const asks = !options.yes && process.stdin.isTTY;
  const ask = (message: string, fallback: string): Promise<string> =>
    asks ? input({ message, default: fallback }) : Promise.resolve(fallback);
  const askSecret = async (message: string): Promise<string | null> =>
    asks ? (await password({ message, mask: true })) || null : null;

  const docs = options.docs ?? (await ask('Documents: a folder, or the address of a site', 'docs'));
  say(`Documents: ${await testDocs({ docs })}`);
  const model =
    options.model ??
    (await ask('Model: its name, or extractive (quotes, and needs no provider)', 'extractive'));
  const hosted = model !== 'extractive';
  const baseUrl =
    options.baseUrl ?? (hosted ? await ask('Address of its API', 'https://api.openai.com/v1') : null);
  const apiKey =
    fromEnvironment(options.apiKeyEnv) ?? (hosted ? await askSecret('Its key (empty: none)') : null);
  say(`Model: ${await testModel({ model, baseUrl, apiKey })}`);
  const discordToken =
    options.discordToken ??
    fromEnvironment(options.discordTokenEnv) ??
    (await askSecret('Discord token (empty: the terminal instead of Discord)'));
  const apiUrl = process.env['STEWARD__DISCORD__API_URL'];
  const invitation = discordToken === null ? null : await testDiscord(discordToken, apiUrl);
  if (invitation) say('Discord: the token is good');
  const guildIds =
    options.guild.length > 0 || !invitation ? options.guild : listOf(await ask('Id of your server', ''));
  const channels =
    options.channel.length > 0 || guildIds.length === 0
      ? options.channel
      : listOf(await ask('Channels, with commas', 'help'));

  const setup: Setup = { docs, model, baseUrl, apiKey, discordToken, guildIds, channels };
  await mayWrite(options, asks);
  await writeFileAtomic(configPath, configText({ ...setup, schema: schemaPath() }), { mode: 0o644 });
  if (apiKey !== null || discordToken !== null) {
    const former = existsSync(dotenvPath) ? readFileSync(dotenvPath, 'utf8') : '';
    await writeFileAtomic(dotenvPath, dotenvText(former, setup), { mode: 0o600 });
  }
  process.stdout.write(
    `${configPath} is written${discordToken === null ? '' : `, and the token is in ${dotenvPath}`}.\n`,
  );
  if (invitation) process.stdout.write(`Invite Steward: ${invitation.url}\n`);
  if (invitation && !invitation.canReadMessages)
    process.stdout.write('Turn on "Message Content Intent" on the page "Bot" of your application.\n');
  process.stdout.write('Next: npx steward doctor, then npx steward worker\n');
}

/** Of the JSON schema, as an editor finds it from the config: relative inside a checkout. */
function schemaPath(): string {
  const path = fileURLToPath(configSchemaUrl);
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere;
}

async function mayWrite({ overwrite }: Pick<InitOptions, 'overwrite'>, asks: boolean): Promise<void> {
  if (overwrite || !existsSync(configPath)) return;
  if (asks && (await confirm({ message: `${configPath} exists already. Replace it?`, default: false })))
    return;
  throw new UsageError(`${configPath} exists already and was not changed. To replace it: --overwrite`);
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
