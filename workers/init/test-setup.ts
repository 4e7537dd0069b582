import { findInvitation, type Invitation } from '../../adapters/discord/guild/application.ts';
import { configSchema, type Config } from '../../config/schema.ts';
import { Secret } from '../../config/secret.ts';
import { PortError } from '../../domain/ports/errors.ts';
import { checkKnowledgeFolder } from '../demo/check-kb.ts';
import { probeModels } from '../wiring/model.ts';
import { openWeb } from '../wiring/open-adapters.ts';
import { isSite, type Setup } from './setup-files.ts';

/** Each throws a sentence that says what is wrong. */

export async function testDocs({ docs }: Pick<Setup, 'docs'>): Promise<string> {
  if (!isSite(docs)) return (await checkKnowledgeFolder(docs)).folder;
  const pages = openWeb(configSchema.parse({}));
  try {
    const { ok, status } = await pages.check({ url: docs, timeoutSeconds: 15 });
    if (ok) return docs;
    const found = status === null ? 'does not answer' : `answers with status ${status}`;
    throw new PortError({ kind: 'final', code: 'site_unreachable', message: `${docs} ${found}.` });
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
  return `${model} answers in ${probed?.milliseconds ?? 0} ms`;
}

export const testDiscord = (token: string, apiUrl: string | undefined): Promise<Invitation> =>
  findInvitation({ token, apiUrl });
