import { attachedImages, type AttachedImage } from '../../../domain/intake/attachments.ts';
import { maskCredentials } from '../../../domain/intake/mask-credentials.ts';
import type { Message } from '../../../domain/intake/message.ts';
import { failedWith, PortError } from '../../../domain/ports/errors.ts';
import type { ModelImage } from '../../../domain/ports/model.ts';
import type { PromptSection } from '../../../domain/models/prompt-sections.ts';
import { loadImages } from '../../intake/fetch-attachment.ts';
import type { ReplyDeps } from '../../deps.ts';

/** Images for a model, and the sections that name them. */
export interface ReplyImages {
  readonly images: readonly ModelImage[];
  readonly sections: readonly PromptSection[];
}

export const noImages: ReplyImages = { images: [], sections: [] };

const maxImages = 10;

/**
 * The images of a question and, up to a limit, of earlier messages; none if images are off. The question's images are
 * required: if one fails to load, the attempt fails. Earlier ones that fail are left out.
 */
export async function loadReplyImages(
  deps: Pick<ReplyDeps, 'pages' | 'config' | 'log'>,
  {
    batch,
    history,
    linksRefreshed,
    signal,
  }: {
    readonly batch: readonly Message[];
    readonly history: readonly Message[];
    /** Whether the snapshot's links were refreshed. Then a link that does not work now will not work later either. */
    readonly linksRefreshed: boolean;
    readonly signal: AbortSignal;
  },
): Promise<ReplyImages> {
  const config = deps.config.ai_response;
  if (!config.llm_enable_image) return noImages;
  const questionImages = attachedImages(batch).slice(0, maxImages);
  const before = attachedImages(history)
    .toReversed()
    .slice(0, maxImages - questionImages.length)
    .toReversed();
  const load = (images: readonly AttachedImage[]) =>
    loadImages(images, { pages: deps.pages, config, maxRetries: config.image_download_max_retries, signal });
  const required = await load(questionImages);
  const others = await Promise.allSettled(before.map((image) => load([image])));
  const otherImages = others.flatMap((result, at) => {
    const image = before[at];
    if (result.status === 'fulfilled' && image) return [{ image, loaded: result.value }];
    const error: unknown = result.status === 'rejected' ? result.reason : null;
    if (failedWith(error, 'attachment_link_expired') && !linksRefreshed) throw error;
    const code = error instanceof PortError ? error.code : null;
    deps.log.warn({ message_id: image?.messageId, code }, 'image_left_out');
    return [];
  });
  return {
    images: [...otherImages.flatMap(({ loaded }) => loaded), ...required],
    sections: [
      ...otherImages.map(({ image }) => ({ image, where: 'came with an earlier message' })),
      ...questionImages.map((image) => ({ image, where: 'came with the question' })),
    ].map(({ image, where }, at) => ({
      name: 'image',
      id: String(at + 1),
      text: maskCredentials(`${where}: ${image.attachment.fileName}`),
    })),
  };
}
