import { existsSync } from 'node:fs';
import { findInvitation, type Invitation } from '../../adapters/discord/guild/application.ts';
import { configSchema, type Config } from '../../config/schema.ts';
import { Secret } from '../../config/secret.ts';
import { mistake, transientError } from '../../domain/ports/errors.ts';
import { checkKnowledgeFolder } from './check-kb.ts';
import { countOf } from '../../domain/values/text.ts';
import { UsageError } from '../cli/exit.ts';
import { probeModels } from '../wiring/model.ts';
import { openWeb } from '../wiring/open-adapters.ts';
import { isSite, type Setup } from './setup-files.ts';

export async function testDocs({ docs }: Pick<Setup, 'docs'>): Promise<string> {
  if (isSite(docs)) testUrl(docs);
  else if (/^[\w+.-]*:\/\/|^[\w-]+(?:\.[\w-]+)+(?:[/:]|$)/u.test(docs) && !existsSync(docs))
    throw new UsageError(`${docs} is no folder here, and no address: that begins with https:// or http://.`);
  else {
    const { folder, files } = await checkKnowledgeFolder(docs);
    return `${folder} (${countOf(files, 'document')})`;
  }
  const pages = await openWeb(configSchema.parse({}));
  try {
    const { ok, status } = await pages.check({ url: docs, timeoutSeconds: 15 });
    if (ok) return docs;
    if (status === null) throw transientError('site_unreachable', `${docs} does not answer.`);
    throw (status < 500 ? mistake : transientError)(
      'site_unreachable',
      `${docs} answers with status ${status}.`,
    );
  } finally {
    await pages.close();
  }
}

export async function testModel({
  model,
  baseUrl,
  apiKey,
}: Pick<Setup, 'model' | 'baseUrl' | 'apiKey'>): Promise<string> {
  const llm = {
    model,
    base_url: baseUrl,
    api_key: apiKey === null ? null : new Secret(apiKey),
    max_retries: 0,
  };
  const config: Config = configSchema.parse({ ai_response: { llm } });
  const [probed] = await probeModels(config);
  const { milliseconds = 0, doubt = null } = probed ?? {};
  return `${model} answers in ${milliseconds} ms${doubt ? `. ${doubt.message}` : ''}`;
}

export function testUrl(text: string): string {
  if (isSite(text) && URL.canParse(text)) return '';
  throw new UsageError(`${text} is not an address: it must begin with https:// or http://.`);
}

export function testIds(list: string): string {
  const wrong = list.split(',').find((one) => !/^\s*\d{17,20}\s*$/.test(one));
  if (wrong === undefined) return '';
  throw new UsageError(
    `"${wrong.trim()}" is no id. An id has 17 to 20 digits: turn on Developer Mode in Discord, then right-click and "Copy ID".`,
  );
}

export const testDiscord = (token: string, apiUrl: string | undefined): Promise<Invitation> =>
  findInvitation({ token, apiUrl });
