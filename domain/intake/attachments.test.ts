import { expect, it } from 'vitest';
import { attachedImages, attachedTexts, mostBytes } from './attachments.ts';
import type { Attachment } from './message.ts';
import { message } from '../../test/support/values/messages.ts';

const file = (id: string, over: Partial<Attachment> = {}): Attachment => ({
  id,
  fileName: `${id}.bin`,
  contentType: null,
  sizeBytes: 10,
  url: `https://cdn.example.com/${id}`,
  ...over,
});

it('counts the images of each message by themselves, those that no model can read included', () => {
  const svg = file('svg', { contentType: 'image/svg+xml' });
  const png = file('png', { contentType: 'image/png' });
  const jpeg = file('jpeg', { contentType: 'image/jpeg; q=1' });
  const found = attachedImages([
    message(1, { attachments: [file('zip'), svg, png] }),
    message(2, { attachments: [jpeg] }),
  ]);
  expect(
    found.map(({ messageId, imageIndex, attachment }) => [messageId, imageIndex, attachment.id]),
  ).toEqual([
    ['1001', 1, 'png'],
    ['1002', 0, 'jpeg'],
  ]);
});

it('knows a text file by its type or its name, and leaves out what is too large', () => {
  const attachments = [
    file('typed', { contentType: 'text/plain; charset=utf-8' }),
    file('named', { fileName: 'server.LOG' }),
    file('binary', { contentType: 'application/zip' }),
    file('large', { contentType: 'text/plain', sizeBytes: mostBytes({ fileName: 'a.txt' }) + 1 }),
    file('document', { fileName: 'Manual.PDF', sizeBytes: 5_000_000 }),
    file('book', { fileName: 'book.docx', sizeBytes: 50_000_000 }),
  ];
  expect(attachedTexts([message(1, { attachments })]).map(({ id }) => id)).toEqual([
    'typed',
    'named',
    'document',
  ]);
});
