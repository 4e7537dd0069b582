import type { APIAttachment } from 'discord.js';
import {
  refused,
  type RestAnswer,
  type RestRequest,
} from '../../../adapters/discord/emulator/rest/rest-request.ts';

export interface GivenFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface Files {
  /** Saves a file for a message. Its link is signed anew each time the message is read. */
  readonly attach: (file: GivenFile & { readonly id: string; readonly channelId: string }) => APIAttachment;
  readonly isFile: (request: RestRequest) => boolean;
  /** Null if the request is not for a file. */
  readonly route: (request: RestRequest) => RestAnswer | null;
  /** Makes all links invalid, as Discord does after a day. */
  readonly expireLinks: () => void;
}

/** Discord's CDN. Links work without a token until they expire. */
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
    isFile,
    route: (request) => {
      if (!isFile(request)) return null;
      const { path, query } = request;
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

const isFile = ({ path }: RestRequest): boolean => path.startsWith('/attachments/');
