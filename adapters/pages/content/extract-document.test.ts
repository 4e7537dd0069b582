import { describe, expect, it } from 'vitest';
import type { PortError } from '../../../domain/ports/errors.ts';
import { makeDocx, makePdf, makeZip, paragraph } from '../../../test/support/pages/make-documents.ts';
import { extractDocument } from './extract-document.ts';
import { pageLinks } from './page-links.ts';
import type { DocumentBytes } from './identify.ts';

const read = (bytes: Uint8Array | string, over: Partial<DocumentBytes> = {}) =>
  extractDocument({ bytes: Buffer.from(bytes), name: null, contentType: null, baseUrl: null, ...over });

const failure = (...given: Parameters<typeof read>) =>
  read(...given).then(
    () => 'none',
    ({ code, message }: PortError) => `${code}: ${message}`,
  );

describe('a PDF', () => {
  it('is read page by page, with lines in larger letters as headings', async () => {
    const pdf = makePdf([
      ['# Ports', 'Set the port to 8080.', 'Then restart.'],
      ['# Hosts', 'Name the host in the file.'],
    ]);
    const { kind, text } = await read(pdf);
    expect(kind).toBe('pdf');
    expect(text).toBe(
      '## Ports\n\nSet the port to 8080.\nThen restart.\n\n## Hosts\n\nName the host in the file.',
    );
  });

  it.each([
    ['damaged', Buffer.from('%PDF-1.7\nnothing of a PDF'), 'document_broken: The PDF is damaged or cut.'],
    [
      'protected by a password',
      makePdf([['Set the port.']], { isLocked: true }),
      'document_locked: The PDF is protected by a password.',
    ],
    ['without text', makePdf([[]]), 'document_empty: The PDF has no text: it seems to hold scanned pages.'],
  ])('that is %s is one sentence', async (_what, bytes, expected) => {
    expect(await failure(bytes)).toBe(expected);
  });

  it('that was cut anywhere is read or refused, and throws nothing else', async () => {
    const whole = makePdf([['Set the port.']]);
    for (let at = 40; at < whole.length; at += 97) {
      const result = await read(whole.subarray(0, at)).then(
        ({ kind }) => kind,
        ({ name }: Error) => name,
      );
      expect(['pdf', 'PortError']).toContain(result);
    }
  });
});

describe('a DOCX', () => {
  it('is read with its headings and lists', async () => {
    const docx = makeDocx(paragraph('Ports', 'Heading1') + paragraph('Set the port.'));
    expect(await read(docx)).toMatchObject({ kind: 'docx', text: expect.stringContaining('Set the port.') });
  });

  it('is read whatever its pictures would unpack to', async () => {
    const bomb = makeDocx(paragraph('a'), [
      { name: 'word/media/a.bin', content: Buffer.alloc(50_000_000), claimedBytes: 4_000_000_000 },
    ]);
    expect((await read(bomb)).text).toBe('a');
  });

  it('that was cut, or has no text, is one sentence', async () => {
    const docx = makeDocx(paragraph('a'));
    expect(await failure(makeDocx(paragraph('')))).toBe('document_empty: There is no text in it.');
    expect(await failure(docx.subarray(0, docx.length - 40))).toBe(
      'document_broken: The DOCX is damaged or cut.',
    );
  });
});

describe('a kind that is not read', () => {
  it.each([
    ['a ZIP archive', makeZip([{ name: 'a.txt', content: 'a' }])],
    ['a gzip archive', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['an old Office file', Buffer.from([0xd0, 0xcf, 0x11, 0xe0])],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
    ['a program', Buffer.from('\x7fELF\0\0\0')],
    ['XML', Buffer.from('<?xml version="1.0"?><rss/>')],
  ])('%s, whatever its name and type say', async (_what, bytes) => {
    const over = { name: 'readme.md', contentType: 'application/pdf' };
    expect(await failure(bytes, bytes[0] === 0x3c ? {} : over)).toMatch(
      /^document_wrong_kind: It cannot be read/u,
    );
  });
});

it.each([
  ['a.docx', 'no zip at all', 'DOCX'],
  ['Guide.PDF', '', 'PDF'],
])('text by the name of %s is no such document', async (name, text, kind) => {
  expect(await failure(text, { name })).toBe(`document_broken: It is no ${kind}, although its name says so.`);
  expect((await read('<!doctype html><p>A page about it</p>', { name })).kind).toBe('html');
});

describe('which kind of text a text is', () => {
  it.each([
    ['<!DOCTYPE html><p>a', {}, 'html'],
    ['  <!-- x --><html><p>a', { contentType: 'text/plain' }, 'html'],
    ['<p>a</p>', { contentType: 'text/html; charset=utf-8' }, 'html'],
    ['<p>a</p>', { name: 'a.htm' }, 'html'],
    ['<p align="center">Logo</p>\n\n# Title', { name: 'README.md' }, 'markdown'],
    ['# Title', { contentType: 'text/markdown' }, 'markdown'],
    ['no tags at all', { contentType: 'text/html' }, 'text'],
    ['if a < b and c > d', { contentType: 'text/plain' }, 'text'],
  ] as const)('%j with %j is %s', async (content, over, kind) => {
    expect((await read(content, over)).kind).toBe(kind);
  });

  it('Markdown loses what readers do not see, and other text nothing', async () => {
    const written = '<!-- a -->\r\nb ![c](d.png)';
    expect((await read(written, { name: 'a.md' })).text).toBe('b ');
    expect((await read(written, { name: 'a.txt' })).text).toBe('<!-- a -->\nb ![c](d.png)');
  });

  it('nothing at all is one sentence', async () => {
    expect(await failure('')).toMatch(/^document_empty/u);
    const app = '<!doctype html><div id="app"></div><script src="app.js"></script>';
    expect(await failure(app, { name: 'a.html' })).toBe('document_empty: There is no text in it.');
    expect(await failure(app, { baseUrl: 'https://a.example/' })).toContain('If scripts write the page');
  });
});

describe('one input costs one price', () => {
  const html = { name: 'a.html', contentType: 'text/html', baseUrl: 'https://docs.example/' };
  const milliseconds = async (work: () => unknown) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };

  it.each([
    ['comments before no root', '<!---->'.repeat(580)],
    ['tags without an end', '<a'.repeat(200_000)],
  ])('of %s', async (_what, text) => {
    expect(await milliseconds(() => read(text).catch(() => {}))).toBeLessThan(1000);
  });

  it.each([
    ['text', 'a'.repeat(20_000_001), {}],
    ['a page', `<html>${'a'.repeat(20_000_000)}`, html],
    ['a DOCX', makeDocx(paragraph('a'.repeat(20_000_001))), {}],
  ])('%s with more than 20 million characters is refused', async (_what, bytes, over) => {
    expect(await failure(bytes, over)).toMatch(/^document_too_large: .*20,000,000 characters/u);
  });

  it('a link of more than 4,096 characters is none', () => {
    const [short, long] = ['a'.repeat(4000), 'a'.repeat(5000)];
    const bytes = Buffer.from(`<html><a href="${long}">a</a><a href="${short}">b</a>`);
    expect(pageLinks({ bytes, ...html })).toEqual([`https://docs.example/${short}`]);
  });
});
