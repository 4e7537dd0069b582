import { crc32, deflateRawSync } from 'node:zlib';

/** Documents made by hand, so that each contains exactly what its test is about. */

/** A PDF whose pages hold these lines; a line that begins with `# ` is set in larger letters. */
export function makePdf(
  pages: readonly (readonly string[])[],
  /** Protected by a password that nobody knows. */
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Uint8Array {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const [at, lines] of pages.entries()) {
    const shown = lines.map((line, row) => {
      const [size, text] = line.startsWith('# ') ? [24, line.slice(2)] : [12, line];
      return `BT /F1 ${size} Tf 72 ${720 - row * 30} Td (${text}) Tj ET`;
    });
    const stream = shown.join('\n');
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + at * 2} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  const id = '00'.repeat(16);
  const locked = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'5a'.repeat(32)}> /U <${'a5'.repeat(32)}> >> /ID [<${id}> <${id}>]`;
  return writtenPdf(objects, isLocked ? locked : '');
}

function writtenPdf(objects: readonly string[], trailer: string): Uint8Array {
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  pdf += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${offsets.length === 0 ? 0 : pdf.length}\n%%EOF`;
  return Buffer.from(pdf, 'latin1');
}

/** A text at its place on a page: from the left and from the bottom, in 10-point Helvetica by default. */
interface Drawn {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly font?: 'Helvetica' | 'Helvetica-Bold' | 'Courier';
}

/** A PDF whose pages hold these texts, and which has a title. */
export function drawPdf(pages: readonly (readonly Drawn[])[], title = ''): Uint8Array {
  const fonts = ['Helvetica', 'Helvetica-Bold', 'Courier'] as const;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${7 + at * 2} 0 R`).join(' ')}] >>`,
    ...fonts.map((font) => `<< /Type /Font /Subtype /Type1 /BaseFont /${font} >>`),
    `<< /Title (${title}) >>`,
  ];
  for (const [at, drawn] of pages.entries()) {
    const stream = drawn
      .map(
        ({ text, x, y, size = 10, font = 'Helvetica' }) =>
          `BT /F${fonts.indexOf(font)} ${size} Tf ${x} ${y} Td (${text}) Tj ET`,
      )
      .join('\n');
    const resources = fonts.map((_, n) => `/F${n} ${3 + n} 0 R`).join(' ');
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${8 + at * 2} 0 R /Resources << /Font << ${resources} >> >> >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  return writtenPdf(objects, '/Info 6 0 R');
}

interface ZipFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** A false size for the directory. */
  readonly claimedBytes?: number;
}

export function makeZip(files: readonly ZipFile[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedBytes } of files) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(plain), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimedBytes ?? plain.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, rest, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, entries, end]);
}

/** A DOCX with this body of WordprocessingML. */
export const makeDocx = (body: string, more: readonly ZipFile[] = []): Uint8Array =>
  makeZip([
    {
      name: '[Content_Types].xml',
      content:
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    },
    {
      name: '_rels/.rels',
      content:
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
        '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    },
    {
      name: 'word/document.xml',
      content: `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
    ...more,
  ]);

export const paragraph = (text: string, style = 'Normal'): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
