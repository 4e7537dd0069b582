import type { StepErrorCode } from '../../domain/values/error-codes.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/schema.ts';
import type { Attachment } from '../../domain/intake/message.ts';
import { type PortError, failedWith, finalError, isTransient } from '../../domain/ports/errors.ts';
import type { FetchedBody, PageKind, Pages } from '../../domain/ports/pages.ts';
import type { AttachedImage } from '../../domain/intake/attachments.ts';
import type { ModelImage } from '../../domain/ports/model.ts';

/** Files are fetched from these hosts only: the chat platform's own. */
type AttachmentConfig = Pick<Config['ai_response'], 'attachment_hosts' | 'image_download_timeout_seconds'>;

export interface AttachmentRequest {
  readonly pages: Pick<Pages, 'fetch'>;
  readonly attachment: Attachment;
  readonly accept: readonly PageKind[];
  readonly maxBytes: number;
  readonly config: AttachmentConfig;
  /** Retries after transient failures. 0 where Temporal retries. */
  readonly maxRetries: number;
  readonly signal: AbortSignal;
}

const firstWaitMilliseconds = 500;

/**
 * A file that came with a message. Throws `PortError`, `attachment_link_expired` among them: fetching the message
 * again gives a fresh link. Its sentences name no file.
 */
export async function fetchAttachment(request: AttachmentRequest): Promise<FetchedBody> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await fetchOnce(request);
    } catch (error) {
      const passes = isTransient(error) && retry < request.maxRetries;
      if (!passes) throw error;
      await sleep(firstWaitMilliseconds * 2 ** retry, undefined, { signal: request.signal });
    }
  }
}

async function fetchOnce({
  pages,
  attachment,
  accept,
  maxBytes,
  config: { attachment_hosts: hosts, image_download_timeout_seconds: timeoutSeconds },
  signal,
}: AttachmentRequest): Promise<FetchedBody> {
  if (!hosts.includes(URL.parse(attachment.url)?.hostname ?? '')) {
    throw failure('attachment_host', 'from a host that is not in ai_response.attachment_hosts');
  }
  const page = await pages
    .fetch({ url: attachment.url, maxBytes, timeoutSeconds, accept, signal })
    .catch((error: unknown) => {
      const expired = failedWith(error, 'page_not_found', 'page_needs_login');
      throw expired ? failure('attachment_link_expired', 'whose link has expired') : error;
    });
  if (page.outcome === 'fetched' && page.bytes.length > 0) return page;
  throw failure('attachment_empty', 'that is empty');
}

const failure = (code: StepErrorCode, what: string): PortError =>
  finalError(code, `A message came with a file ${what}`);

export type ImageConfig = AttachmentConfig & Pick<Config['ai_response'], 'image_max_megabytes'>;

/** Images in the form that models accept, in the given order. Fails if one fails. */
export const loadImages = (
  images: readonly Pick<AttachedImage, 'attachment'>[],
  {
    config,
    ...rest
  }: Pick<AttachmentRequest, 'pages' | 'maxRetries' | 'signal'> & { readonly config: ImageConfig },
): Promise<readonly ModelImage[]> =>
  Promise.all(
    images.map(async ({ attachment }) => {
      const maxBytes = config.image_max_megabytes * 1_000_000;
      const { bytes, contentType } = await fetchAttachment({
        ...rest,
        config,
        attachment,
        maxBytes,
        accept: ['image'],
      });
      const type = contentType.startsWith('image/') ? contentType : (attachment.contentType ?? 'image/png');
      return { contentType: type, base64: Buffer.from(bytes).toString('base64') };
    }),
  );
