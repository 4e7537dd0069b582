import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { replyDocUrl, withReplyPictures } from './reply-pictures.ts';

it('the pictures in docs/reply.md are those of the graphs (else run npm run generate)', async () => {
  const document = readFileSync(replyDocUrl, 'utf8');
  expect(await withReplyPictures(document)).toBe(document);
});
