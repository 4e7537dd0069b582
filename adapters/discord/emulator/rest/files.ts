import type { APIAttachment } from 'discord.js';
import { refused, type RestAnswer, type RestRequest } from './rest-request.ts';

export interface GivenFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface Files {
  /** The file as a message shows it: with a link that is signed anew each time the message is shown. */
  readonly attach: (file: GivenFile & { readonly id: string; readonly channelId: string }) => APIAttachment;
  /** Null for what is no request for a file. */
  readonly route: (request: RestRequest) => RestAnswer | null;
  /** As a day later: no link that was shown so far is honoured any more. */
  readonly expireLinks: () => void;
}

/** Discord's CDN: whoever has a link may read the file, until the link expires. */
export function createFiles({ url }: { readonly url: string }): Files {
  const files = new Map<string, GivenFile>();
  let era = 1;
  return {
    attach: ({ id, channelId, ...file }) => {
      const path = `/attachments/${channelId}/${id}/${encodeURIComponent(file.name)}`;
      files.set(path, file);
      const link = () => `${url}${path}?ex=${era.toString(16)}`;
      return {
        id,
        filename: file.name,
        content_type: file.contentType,
        size: file.bytes.byteLength,
        get url() {
          return link();
        },
        get proxy_url() {
          return link();
        },
      };
    },
    route: ({ path, query }) => {
      if (!path.startsWith('/attachments/')) return null;
      const file = files.get(path);
      if (!file || query.get('ex') !== era.toString(16))
        return refused(404, 0, 'This content is no longer available.');
      return { status: 200, body: file.bytes, headers: { 'content-type': file.contentType } };
    },
    expireLinks: () => {
      era += 1;
    },
  };
}
