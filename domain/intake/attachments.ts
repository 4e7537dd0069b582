import type { Attachment, Message } from './message.ts';
import { isImage } from './snapshot.ts';

/** What models take. Others (SVG, TIFF, HEIC) are named and not read. */
const readableImageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Larger files are named and not read. Discord turns a message that is too long into a `message.txt`. */
export const maxTextBytes = 256 * 1024;

const textTypes = /^(?:text\/|application\/(?:json|xml|yaml|toml|x-yaml|javascript)\b)/u;
const textNames = /\.(?:txt|log|md|json|ya?ml|toml|ini|conf|cfg|env|csv|xml|diff|patch|out|err|trace)$/iu;

/** An image of a conversation, and where it stands in it. */
export interface AttachedImage {
  readonly messageId: string;
  /** From 0, among the images of the message. */
  readonly imageIndex: number;
  readonly attachment: Attachment;
}

/** The images that a model can look at, in the order of the messages. */
export const attachedImages = (messages: readonly Message[]): readonly AttachedImage[] =>
  messages.flatMap(({ id, attachments }) =>
    attachments
      .filter(isImage)
      .map((attachment, imageIndex) => ({ messageId: id, imageIndex, attachment }))
      .filter(({ attachment: { contentType } }) => readableImageTypes.includes(mediaType(contentType))),
  );

/** The text files that are small enough to be read, in the order of the messages. */
export const attachedTexts = (messages: readonly Message[]): readonly Attachment[] =>
  messages.flatMap(({ attachments }) =>
    attachments.filter(
      ({ contentType, fileName, sizeBytes }) =>
        sizeBytes <= maxTextBytes && (textTypes.test(contentType ?? '') || textNames.test(fileName)),
    ),
  );

const mediaType = (contentType: string | null): string => (contentType ?? '').split(';')[0]?.trim() ?? '';
