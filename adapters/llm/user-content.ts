import type { ImageAdapter } from '../../domain/models/compose-prompt.ts';
import type { ModelImage } from '../../domain/ports/model.ts';

type Part = Readonly<Record<string, unknown>>;

interface Shape {
  readonly text: (text: string) => Part;
  readonly image: (image: ModelImage) => Part;
}

const dataUrl = ({ contentType, base64 }: ModelImage): string => `data:${contentType};base64,${base64}`;

/** The parts of a message, as the Python original sent them. */
const shapes: Readonly<Record<ImageAdapter, Shape>> = {
  OpenAIImageAdapter: {
    text: (text) => ({ type: 'text', text }),
    image: (image) => ({ type: 'image_url', image_url: { url: dataUrl(image) } }),
  },
  GeminiImageAdapter: {
    text: (text) => ({ text }),
    image: ({ contentType, base64 }) => ({ inline_data: { mime_type: contentType, data: base64 } }),
  },
  OpenSourceImageAdapter: {
    text: (text) => ({ type: 'text', text }),
    image: (image) => ({ type: 'image', url: dataUrl(image) }),
  },
};

/** The content of a user message: the text alone, or the text and after it the images, in their order. */
export function userContent(
  { user, images = [] }: { readonly user: string; readonly images?: readonly ModelImage[] },
  adapter: ImageAdapter,
): string | Part[] {
  if (images.length === 0) return user;
  const shape = shapes[adapter];
  return [shape.text(user), ...images.map(shape.image)];
}
