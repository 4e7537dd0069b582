import { describe, expect, it } from 'vitest';
import { drawPdf, makeDocx, paragraph } from '../../../../test/support/pages/make-documents.ts';
import { extractDocument } from '../extract-document.ts';

const read = (bytes: Uint8Array | string, name: string) =>
  extractDocument({ bytes: Buffer.from(bytes), name, contentType: null, baseUrl: null });

describe('a PDF', () => {
  const rows = (x: number, words: readonly string[], y = 700) =>
    words.map((text, at) => ({ text, x, y: y - at * 14 }));

  it('has columns, which are read one after the other', async () => {
    const left = ['To reset the pump, hold the', 'red button for ten seconds', 'until the lamp blinks.'];
    const right = ['The warranty lasts for two', 'years from the day on which', 'you have bought the pump.'];
    const byRow = left.flatMap((text, at) => [
      ...rows(60, [text], 700 - at * 14),
      ...rows(320, [right[at] ?? ''], 700 - at * 14),
    ]);
    const pdf = drawPdf([[{ text: 'Pump', x: 60, y: 740, size: 20 }, ...byRow]]);
    expect((await read(pdf, 'a.pdf')).text).toBe(`# Pump\n\n${[...left, ...right].join('\n')}`);
  });

  it('has tables, each row of which is a line', async () => {
    const pdf = drawPdf([
      ['Plan Seats Price', 'Free 3 0', 'Team 10 49'].flatMap((row, at) =>
        row.split(' ').map((text, n) => ({ text, x: 60 + n * 60, y: 700 - at * 14 })),
      ),
    ]);
    expect((await read(pdf, 'a.pdf')).text).toBe('Plan  Seats  Price\nFree  3  0\nTeam  10  49');
  });

  it('has code with its indentation', async () => {
    const code = [
      ['server:', 60],
      ['port: 8443', 72],
      ['tls: true', 72],
    ] as const;
    const pdf = drawPdf([
      [
        ...rows(60, ['Write this:']),
        ...code.map(([text, x], at) => ({ text, x, y: 680 - at * 12, font: 'Courier' as const })),
      ],
    ]);
    expect((await read(pdf, 'a.pdf')).text).toBe(
      'Write this:\n\n```\nserver:\n  port: 8443\n  tls: true\n```',
    );
  });

  it('has whole words where lines end in them, and keeps hyphens of its own', async () => {
    const lines = ['The configura-', 'tion is a well-', 'known one, and well-known', 'to all.'];
    expect((await read(drawPdf([rows(60, lines)]), 'a.pdf')).text).toBe(
      'The configuration is a well-known one, and well-known\nto all.',
    );
  });

  it('has headings in bold letters, and large ones over two lines', async () => {
    const bold = { text: 'Firewall', x: 60, y: 640, font: 'Helvetica-Bold' as const };
    const large = [
      { text: 'How to connect the pump to', x: 60, y: 740, size: 18 },
      { text: 'the controller', x: 60, y: 718, size: 18 },
    ];
    const pdf = drawPdf([
      [...large, ...rows(60, ['Plug the cable in.']), bold, ...rows(60, ['It is off at first.'], 626)],
    ]);
    expect((await read(pdf, 'a.pdf')).text).toBe(
      '# How to connect the pump to the controller\n\nPlug the cable in.\n\n### Firewall\n\nIt is off at first.',
    );
  });

  it('has no running heads and no numbers of pages', async () => {
    const names = ['one', 'two', 'three', 'four'];
    const pages = names.map((name, at) => [
      { text: 'Acme Manual - Confidential', x: 60, y: 770, size: 8 },
      ...rows(60, [`About part ${name}.`]),
      { text: `Page ${at + 1}`, x: 500, y: 30, size: 8 },
    ]);
    expect((await read(drawPdf(pages), 'a.pdf')).text).toBe(
      names.map((name) => `About part ${name}.`).join('\n\n'),
    );
  });

  it.each([
    ['Microsoft Word - manual_v3.doc', 'Pump'],
    ['untitled', 'Pump'],
    ['pump-manual.indd', 'Pump'],
    ['The Pump Book', 'The Pump Book'],
  ])('with the title %j is called %j', async (declared, title) => {
    const pdf = drawPdf(
      [[{ text: 'Pump', x: 60, y: 740, size: 20 }, ...rows(60, ['The words of the text.'])]],
      declared,
    );
    expect((await read(pdf, 'a.pdf')).title).toBe(title);
  });
});

it('a DOCX has a title and code by its styles', async () => {
  const styles = (['Title', 'Source Code', 'heading 1'] as const).map(
    (name, at) => `<w:style w:type="paragraph" w:styleId="S${at}"><w:name w:val="${name}"/></w:style>`,
  );
  const docx = makeDocx(
    paragraph('Backup Handbook', 'S0') +
      paragraph('First', 'S2') +
      paragraph('if x:', 'S1') +
      paragraph('  y()', 'S1').replace('<w:t>', '<w:t xml:space="preserve">') +
      paragraph('Second', 'S2'),
    [
      {
        name: 'word/styles.xml',
        content: `<?xml version="1.0"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${styles.join('')}</w:styles>`,
      },
      {
        name: 'word/_rels/document.xml.rels',
        content:
          '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
      },
    ],
  );
  expect(await read(docx, 'a.docx')).toMatchObject({
    title: 'Backup Handbook',
    text: '# Backup Handbook\n\n# First\n\n```\nif x:\n  y()\n```\n\n# Second',
  });
});

it('AsciiDoc is read as what it says', async () => {
  const adoc = `= Install the agent
:version: 2

Run this:

[source,bash]
----
# as root
agentctl install
----

== Upgrade

NOTE: Stop the service {version} first.

|===
|Flag |Meaning

|\`--force\`
|Overwrites
|===

See xref:config.adoc[the configuration].
// for authors
include::/etc/hostname[]
`;
  expect(await read(adoc, 'a.adoc')).toMatchObject({
    title: 'Install the agent',
    text: expect.stringMatching(
      /^# Install the agent\n\nRun this:\n\n```bash\n# as root\nagentctl install\n```\n\n## Upgrade\n\n\*\*Note\*\*\n\nStop the service 2 first\.\n\n\| Flag \| Meaning \|\n\| --- \| --- \|\n\| `--force` \| Overwrites \|\n\nSee \[the configuration\]\(config\.html\)/u,
    ),
  });
});

it('a notebook is its texts, its code and what that has printed', async () => {
  const cells = [
    { cell_type: 'markdown', source: ['# Plot\n', '\n', 'It plots.'] },
    {
      cell_type: 'code',
      source: 'print(1)',
      outputs: [{ text: ['1\n'] }, { data: { 'image/png': 'iVBOR', 'text/plain': '<Figure>' } }],
    },
    { cell_type: 'raw', source: 'x' },
  ];
  const json = JSON.stringify({ cells, metadata: { kernelspec: { language: 'python' } }, nbformat: 4 });
  expect((await read(json, 'a.ipynb')).text.trim()).toBe(
    '# Plot\n\nIt plots.\n\n```python\nprint(1)\n```\n\n```\n1\n\n<Figure>\n```',
  );
  await expect(read('{}', 'a.ipynb')).rejects.toThrow('It is no notebook');
});

describe('a manual page', () => {
  it('in the macros of man is read', async () => {
    const man = String.raw`.\" a comment
.TH ACME 1 "May 2024"
.SH NAME
acme \- run the \fIagent\fR
.SH OPTIONS
.TP
.BR \-f ", " \-\-force
Overwrite
.B everything.
.IP \(bu 2
One thing
.SS "See also"
.nf
acme -f \e
  --all
.fi
`;
    expect((await read(man, 'acme.1')).text.trim()).toBe(
      '# acme(1)\n\n## Name\n\nacme - run the agent\n\n## Options\n\n**-f, --force**\n\nOverwrite\neverything.\n\n- One thing\n\n### See also\n\n```\nacme -f \\\n  --all\n```',
    );
  });

  it.each([
    ['lB lB\nl l.\nName\tMeaning\n_\nport\tWhere \\fIit\\fR listens\n.\\" no row\nhost\t\\-'],
    [
      'allbox tab(|);\nlb lb , l lw(20n).\nName|Meaning\nport|T{\nWhere\n.I it\nlistens\nT}\nT{\nhost\nT}|T{\n\\-\nT}',
    ],
  ])('has tables: %j', async (table) => {
    const man = `.TH A 1\n.SH B\nc\n.TS\n${table}\n.TE\nd\n`;
    expect((await read(man, 'a.1')).text).toContain(
      'c\n\n| Name | Meaning |\n| --- | --- |\n| port | Where it listens |\n| host | - |\n\nd',
    );
  });

  it('has tables whose cells go on below, and whose columns are joined', async () => {
    const man =
      '.TH A 1\n.SH B\n.TS\ncfB s c\nl l l\n^ l l.\nBoth\t\tC\na\tb\tx|y\n\tc\td\n.T&\nl l l.\ne\tf\tg\n\\^\th\ti\n.TE\n';
    expect((await read(man, 'a.1')).text).toContain(
      '| Both |  | C |\n| --- | --- | --- |\n| a | b | x\\|y |\n| a | c | d |\n| e | f | g |\n| e | h | i |',
    );
  });

  it('in the macros of mdoc is read', async () => {
    const mdoc = `.Dd May 2024
.Dt ACME 8
.Sh NAME
.Nm acme
.Nd runs the agent
.Sh DESCRIPTION
The
.Nm
utility reads
.Pa /etc/acme .
.Bl -tag
.It Fl f Ar file
Reads
.Ar file .
.El
`;
    expect((await read(mdoc, 'acme.8')).text.trim()).toBe(
      '# acme(8)\n\n## Name\n\nacme\n– runs the agent\n\n## Description\n\nThe\nacme\nutility reads\n/etc/acme.\n\n**-f file**\n\nReads\nfile.',
    );
  });

  it('that is none is left out', async () => {
    await expect(read('just text', 'notes.1')).rejects.toMatchObject({ code: 'document_left_out' });
  });
});
