/** How an image is put into a message: the names of the Python original. */
export const imageAdapters = ['OpenAIImageAdapter', 'GeminiImageAdapter', 'OpenSourceImageAdapter'] as const;

export type ImageAdapter = (typeof imageAdapters)[number];
