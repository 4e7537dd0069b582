import type { AttachedImage } from '../../domain/intake/attachments.ts';
import type { ModelImage } from '../../domain/ports/model.ts';
import type { Config } from '../../config/schema.ts';
import { fetchAttachment, type AttachmentConfig, type AttachmentRequest } from './fetch-attachment.ts';

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
