import { gunzipSync } from 'node:zlib';
import { failedWith } from '../../../domain/ports/errors.ts';
import { fetchBytes } from '../network/fetch-page.ts';
import { pageFailure, sizeInWords } from '../network/page-failure.ts';
import type { Network } from '../network/send-request.ts';

/** Loads a file that a site may have. Null if there is none; throws other failures. */
export type LoadText = (url: string) => Promise<string | null>;

/** The failures that mean that there is no such file: by RFC 9309 every status 4xx, but 408, 425 and 429 are retried. */
const absent = ['page_not_found', 'page_needs_login', 'page_status'] as const;

/** The sitemap protocol's limit. */
const maxListBytes = 50_000_000;

export const createLoadText =
  (network: Network, limits: { readonly timeoutSeconds: number; readonly signal?: AbortSignal }): LoadText =>
  async (url) => {
    try {
      const file = await fetchBytes(network, { ...limits, url, maxBytes: maxListBytes });
      return file.outcome === 'fetched' ? decode(file.bytes) : null;
    } catch (error) {
      if (failedWith(error, ...absent)) return null;
      throw error;
    }
  };

/** Recognizes compressed sitemaps by their bytes, because servers often do not declare them. */
function decode(bytes: Uint8Array): string {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return new TextDecoder().decode(isPacked ? gunzipSync(bytes, { maxOutputLength: maxListBytes }) : bytes);
  } catch (error) {
    throw pageFailure(
      'page_encoding',
      `A compressed list of the site is damaged, or larger than ${sizeInWords(maxListBytes)}.`,
      { cause: error },
    );
  }
}
