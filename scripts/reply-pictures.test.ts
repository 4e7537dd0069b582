import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { replyDocUrl, withReplyPictures } from './reply-pictures.ts';

it('the pictures of the sets of steps are those of the compiled graphs', async () => {
  const document = readFileSync(replyDocUrl, 'utf8');
  expect(await withReplyPictures(document)).toBe(document);
});
