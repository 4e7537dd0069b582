import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

const latin = [0xe9]; // é in windows-1252, and no UTF-8

it.each([
  ['UTF-8', bytes('é'), null, 'é'],
  ['UTF-8 with a mark', bytes([0xef, 0xbb, 0xbf], 'é'), 'text/html; charset=windows-1252', 'é'],
  ['UTF-16 with a mark', bytes([0xff, 0xfe, 0xe9, 0x00]), 'text/html; charset=utf-8', 'é'],
  ['UTF-16, the other way', bytes([0xfe, 0xff, 0x00, 0xe9]), null, 'é'],
  ['what the server says', bytes(latin), 'text/html; charset=ISO-8859-1', 'é'],
  ['what the server says in quotes', bytes([0x82, 0xa0]), 'text/html; charset="Shift_JIS"', 'あ'],
  ['what the page says', bytes('<meta charset="koi8-r">', [0xc1]), 'text/html', '<meta charset="koi8-r">а'],
  [
    'what the page says in the old way',
    bytes('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">', [0xe0]),
    null,
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">а',
  ],
  [
    'what XML says',
    bytes('<?xml version="1.0" encoding="iso-8859-1"?><html>', latin),
    null,
    '<?xml version="1.0" encoding="iso-8859-1"?><html>é',
  ],
  ['UTF-8 where something else is declared', bytes('é'), 'text/html; charset=iso-8859-1', 'é'],
  ['HTML without a declaration', bytes('<html>', latin), 'text/html', '<html>é'],
  [
    'what the page says where the server is wrong',
    bytes('<meta charset=latin1>', latin),
    'text/html; charset=utf-8',
    '<meta charset=latin1>é',
  ],
  ['an unknown label', bytes('é'), 'text/html; charset=klingon', 'é'],
])('reads %s', (_what, content, contentType, text) => {
  expect(decodeText(content, contentType)).toBe(text);
});

it('refuses text that does not fit what it declares, and text that declares nothing, in a sentence each', () => {
  expect(() => decodeText(bytes(latin), 'text/plain; charset=utf-8')).toThrow(
    'It declares the encoding utf-8, which does not fit its text.',
  );
  expect(() => decodeText(bytes('a', latin), 'text/plain')).toThrow(
    'It is not text in UTF-8, and names no other encoding.',
  );
});
