import type { PortErrorCode } from '../../../domain/values/error-codes.ts';
import { expect, it } from 'vitest';
import type { Attachment } from '../../../domain/intake/message.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { PageRequest } from '../../../domain/ports/pages.ts';
import { message, noPages } from '../../../test/support/values/messages.ts';
import type { ReplyDeps } from '../../deps.ts';
import { loadReplyImages } from './reply-images.ts';
import { testConfig } from '../../../test/support/steps/graph-context.ts';

const image = (name: string, host = 'cdn.example.com'): Attachment => ({
  id: name,
  fileName: `${name}.png`,
  contentType: 'image/png',
  sizeBytes: 10,
  url: `https://${host}/${name}.png`,
});

const refused = (code: PortErrorCode, kind: 'final' | 'transient' = 'final') =>
  new PortError({ kind, code, message: 'No.' });

/** Images of a question with one message before it; each of `failures` is thrown once for a file, in turn. */
function load({
  asked = [image('asked')],
  before = [image('before')],
  failures = {},
  linksRefreshed = true,
}: {
  readonly asked?: readonly Attachment[];
  readonly before?: readonly Attachment[];
  readonly failures?: Readonly<Record<string, readonly PortError[]>>;
  readonly linksRefreshed?: boolean;
}) {
  const left = new Map(Object.entries(failures).map(([name, errors]) => [name, [...errors]]));
  const requests: string[] = [];
  const fetch = async ({ url }: PageRequest) => {
    const name = /\/(\w+)\.png$/u.exec(url)?.[1] ?? '';
    requests.push(name);
    const failure = left.get(name)?.shift();
    if (failure) throw failure;
    const bytes = Buffer.from(name);
    return {
      outcome: 'fetched',
      url,
      kind: 'image',
      contentType: 'image/png',
      bytes,
      text: null,
      etag: null,
      lastModified: null,
    } as const;
  };
  const deps: Pick<ReplyDeps, 'pages' | 'config' | 'log'> = {
    pages: { ...noPages, fetch },
    config: testConfig({
      llm_enable_image: true,
      attachment_hosts: ['cdn.example.com'],
      image_download_max_retries: 1,
    }),
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  const loaded = loadReplyImages(deps, {
    batch: [message(2, { attachments: asked })],
    history: [message(1, { attachments: before })],
    linksRefreshed,
    signal: new AbortController().signal,
  });
  return { loaded, requests };
}

const namesOf = async (given: Parameters<typeof load>[0]) =>
  (await load(given).loaded).images.map(({ base64 }) => Buffer.from(base64, 'base64').toString());

it('earlier images come first, and a section says which is which', async () => {
  const { images, sections } = await load({}).loaded;
  expect(images).toHaveLength(2);
  expect(sections).toEqual([
    { name: 'image', id: '1', text: 'came with an earlier message: before.png' },
    { name: 'image', id: '2', text: 'came with the question: asked.png' },
  ]);
});

it('an image of the question is required', async () => {
  const { loaded } = load({ failures: { asked: [refused('page_too_large')] } });
  await expect(loaded).rejects.toMatchObject({ code: 'page_too_large' });
});

it('an earlier image that cannot be had is left out', async () => {
  expect(await namesOf({ failures: { before: [refused('page_not_found')] } })).toEqual(['asked']);
});

it('an expired link of an earlier image is worth a fresh one, once', async () => {
  const { loaded } = load({ failures: { before: [refused('page_not_found')] }, linksRefreshed: false });
  await expect(loaded).rejects.toMatchObject({ code: 'attachment_link_expired' });
});

it('a failure that passes is tried again, as often as the config says', async () => {
  const passing = refused('page_server_error', 'transient');
  const { loaded, requests } = load({ before: [], failures: { asked: [passing] } });
  await loaded;
  expect(requests).toEqual(['asked', 'asked']);
  const { loaded: lost } = load({ before: [], failures: { asked: [passing, passing] } });
  await expect(lost).rejects.toMatchObject({ code: 'page_server_error' });
});

it('nothing is fetched from a host that is not listed', async () => {
  const { loaded, requests } = load({ asked: [image('asked', 'elsewhere.example.com')], before: [] });
  await expect(loaded).rejects.toMatchObject({ code: 'attachment_host' });
  expect(requests).toEqual([]);
});

it('at most ten go along: those of the question, then the newest before it', async () => {
  const many = (name: string) => Array.from({ length: 8 }, (_, at) => image(`${name}${at}`));
  const names = await namesOf({ asked: many('asked'), before: many('before') });
  expect(names).toEqual(['before6', 'before7', ...many('asked').map(({ id }) => id)]);
});
