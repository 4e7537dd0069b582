import type { AttachedImage } from '../../domain/intake/attachments.ts';
import type { ModelImage } from '../../domain/ports/model.ts';
import { fetchAttachment, type AttachmentRequest, type AttachmentSettings } from './fetch-attachment.ts';

export interface ImageSettings extends AttachmentSettings {
  readonly maxImageBytes: number;
}

/** Images as models take them, in the order given. Fails with the first that fails. */
export const loadImages = (
  images: readonly Pick<AttachedImage, 'attachment'>[],
  {
    settings,
    ...rest
  }: Pick<AttachmentRequest, 'pages' | 'maxRetries' | 'signal'> & { readonly settings: ImageSettings },
): Promise<readonly ModelImage[]> =>
  Promise.all(
    images.map(async ({ attachment }) => {
      const maxBytes = settings.maxImageBytes;
      const { bytes, contentType } = await fetchAttachment({
        ...rest,
        settings,
        attachment,
        maxBytes,
        accept: ['image'],
      });
      const type = contentType.startsWith('image/') ? contentType : (attachment.contentType ?? 'image/png');
      return { contentType: type, base64: Buffer.from(bytes).toString('base64') };
    }),
  );
