import type { Attachment, Message } from './message.ts';

export const isImage = ({ contentType }: Pick<Attachment, 'contentType'>): boolean =>
  contentType?.startsWith('image/') ?? false;

/** The image types that models accept. Others (SVG, TIFF, HEIC) are only named. */
const readableImageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Larger texts are only named. Discord turns a message that is too long into a `message.txt`. */
const maxTextBytes = 256 * 1024;

const textTypes = /^(?:text\/|application\/(?:json|xml|yaml|toml|x-yaml|javascript)\b)/u;
const textNames = /\.(?:txt|log|md|json|ya?ml|toml|ini|conf|cfg|env|csv|xml|diff|patch|out|err|trace)$/iu;

/** Larger documents are only named. */
const maxDocumentBytes = 10_000_000;

const documentNames = /\.(?:pdf|docx)$/iu;

/** Whether a file has to be read like a page: a PDF or a DOCX. */
export const isDocument = ({ fileName }: Pick<Attachment, 'fileName'>): boolean =>
  documentNames.test(fileName);

export const mostBytes = (attachment: Pick<Attachment, 'fileName'>): number =>
  isDocument(attachment) ? maxDocumentBytes : maxTextBytes;

/** An image of a conversation and its position. */
export interface AttachedImage {
  readonly messageId: string;
  /** The index among the message's images, from 0. */
  readonly imageIndex: number;
  readonly attachment: Attachment;
}

/** The images that models accept, in the order of the messages. */
export const attachedImages = (messages: readonly Message[]): readonly AttachedImage[] =>
  messages.flatMap(({ id, attachments }) =>
    attachments
      .filter(isImage)
      .map((attachment, imageIndex) => ({ messageId: id, imageIndex, attachment }))
      .filter(({ attachment: { contentType } }) => readableImageTypes.includes(mediaType(contentType))),
  );

/** The text files and documents that are small enough to be read, in the order of the messages. */
export const attachedTexts = (messages: readonly Message[]): readonly Attachment[] =>
  messages.flatMap(({ attachments }) =>
    attachments.filter(
      (file) =>
        file.sizeBytes <= mostBytes(file) &&
        (isDocument(file) || textTypes.test(file.contentType ?? '') || textNames.test(file.fileName)),
    ),
  );

/** Whether Steward reads a file of these messages. */
export const readsFileOf = (messages: readonly Message[], readsImages: boolean): boolean =>
  attachedTexts(messages).length > 0 || (readsImages && attachedImages(messages).length > 0);

const mediaType = (contentType: string | null): string => (contentType ?? '').split(';')[0]?.trim() ?? '';
