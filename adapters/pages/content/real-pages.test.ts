import { describe, expect, it } from 'vitest';
import { extractHtml } from './extract-html.ts';

const page = (body: string, title = 'Guide') =>
  extractHtml(`<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`, null);
const read = (body: string) => page(`<main>${body}</main>`).text.replace(/^# Guide\n\n/u, '');

describe('a table keeps its rows and columns', () => {
  it('where cells span rows and columns', () => {
    const table =
      '<table><tr><th rowspan="2">Region</th><th colspan="2">Ports</th></tr><tr><th>in</th><th>out</th></tr><tr><td rowspan="2">eu</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>';
    expect(read(table)).toBe(
      '| Region | Ports |     |\n| --- | --- | --- |\n| Region | in  | out |\n| eu  | 1   | 2   |\n| eu  | 3   | 4   |',
    );
  });

  it('and a table that lays out the page becomes its parts', () => {
    const text = read(
      '<table><tr><td><a href="a.html">A</a> <a href="b.html">B</a></td><td><h2>Install</h2><p>Run it.</p><table><tr><th>Flag</th></tr><tr><td>/S</td></tr></table></td></tr></table>',
    );
    expect(text).toBe('## Install\n\nRun it.\n\n| Flag |\n| --- |\n| /S  |');
  });

  it('and a table in a cell becomes lines of that cell', () => {
    const text = read(
      '<table><tr><th>Name</th><th>Text</th></tr><tr><td>options</td><td>All. <table><tr><th>Key</th><th>Type</th></tr><tr><td>speed</td><td>number</td></tr><tr><td>mode</td><td></td></tr></table></td></tr></table>',
    );
    expect(text).toBe(
      '| Name | Text |\n| --- | --- |\n| options | All. • Key: speed, Type: number • Key: mode |',
    );
  });

  it('and an icon in a cell says what it is called', () => {
    const text = read(
      '<table><tr><th>SSO</th><th>API</th><th>Log</th></tr><tr><td><svg aria-label="No"><path/></svg></td><td><span class="sr-only">Yes</span><span aria-hidden="true">✓</span></td><td><i title="Soon"></i></td></tr></table>',
    );
    expect(text).toContain('| No  | Yes | Soon |');
  });

  it('and its caption', () => {
    expect(read('<table><caption>Limits</caption><tr><th>A</th></tr><tr><td>1</td></tr></table>')).toContain(
      '**Limits**\n\n| A   |',
    );
  });
});

describe('code keeps its lines', () => {
  const yaml = '```yaml\na:\n  b: 1\n```';
  it.each([
    [
      'CodeRay',
      '<table class="CodeRay"><tr><td class="line-numbers"><pre>1\n2</pre></td><td class="code"><pre class="language-yaml">a:\n  b: 1</pre></td></tr></table>',
    ],
    [
      'a row a line',
      '<pre><code class="language-yaml"><table><tr><td>1</td><td class="code">a:</td></tr><tr><td>2</td><td class="code">  b: 1</td></tr></table></code></pre>',
    ],
    [
      'numbers beside it',
      '<div><pre>1\n2\n</pre><pre><code class="language-yaml">a:\n  b: 1</code></pre></div>',
    ],
    [
      'numbers in each line',
      '<pre class="language-yaml"><span class="n">1</span><span>a:</span>\n<span class="n">2</span><span>  b: 1</span></pre>',
    ],
    [
      'lines without breaks',
      '<pre class="shiki yaml" data-lang="yaml"><code><span class="view-line">a:</span><span class="view-line">  b: 1</span></code></pre>',
    ],
    [
      'a label beside it',
      '<div><span>yaml</span><button>Copy</button><pre><code>a:\n  b: 1</code></pre><span>Copied!</span></div>',
    ],
  ])('of %s', (_what, html) => {
    expect(read(html)).toBe(yaml);
  });

  it('and links in it are their text', () => {
    expect(read('<p>Call <code>open(<a href="o.html">Options</a>)</code>.</p>')).toBe(
      'Call `open(Options)`.',
    );
  });

  it('and breaks in it are lines', () => {
    expect(read('<p><code>npm i<br>npm start</code></p>')).toBe('```\nnpm i\nnpm start\n```');
  });
});

it.each([
  ['2<sup>32</sup> values', '2^32 values'],
  ['10<sup>-6</sup> s, x<sup>n+1</sup>', '10^-6 s, x^(n+1)'],
  ['<b>2</b><sup>8</sup> bits', '**2**^8 bits'],
  ['5 m<sup>2</sup>', '5 m^2'],
  ['the 1<sup>st</sup> of May', 'the 1st of May'],
  ['It is fast.<sup><a href="#fn1">1</a></sup>', 'It is fast.'],
  ['It is fast<sup>1</sup>', 'It is fast'],
  ['It is fast<sup>[2]</sup>', 'It is fast'],
  ['Acme<sup>®</sup>', 'Acme®'],
])('numbers stay what they are: %s', (html, text) => {
  expect(read(`<p>${html}</p>`)).toBe(text);
});

describe('what is seen after a click', () => {
  it.each([
    [
      'a button in a heading',
      '<h3><button aria-controls="p">Can I pay later?</button></h3><div id="p" hidden>Yes.</div>',
      '### Can I pay later?\n\nYes.',
    ],
    [
      'a button alone',
      '<button aria-expanded="false" aria-controls="p">Can I pay later?</button><div id="p" style="display:none">Yes.</div>',
      '**Can I pay later?**\n\nYes.',
    ],
    [
      'a target',
      '<a data-toggle="collapse" data-target="#p">Can I pay later?</a><div id="p" style="display: none"><p>Yes.</p></div>',
      'Can I pay later?\n\nYes.',
    ],
    [
      'a label',
      '<h3 id="q">Can I pay later?</h3><div role="region" aria-labelledby="q" aria-hidden="true">Yes.</div>',
      '### Can I pay later?\n\nYes.',
    ],
    ['a search', '<p>Can I pay later?</p><div hidden="until-found">Yes.</div>', 'Can I pay later?\n\nYes.'],
    [
      'a summary',
      '<details><summary>Can I pay later?</summary>Yes.</details>',
      '**Can I pay later?**\n\nYes.',
    ],
    [
      'a button around a heading',
      '<button aria-controls="p"><h3>Can I pay later?</h3></button><div id="p" hidden>Yes.</div>',
      '### Can I pay later?\n\nYes.',
    ],
    [
      'tabs',
      '<div role="tablist"><button role="tab" aria-controls="a">Linux</button><button role="tab" aria-controls="b">Mac</button></div><div role="tabpanel" id="a">apt</div><div id="b" hidden>brew</div>',
      '**Linux**\n\napt\n\n**Mac**\n\nbrew',
    ],
    [
      'tabs in order',
      '<div><ul role="tablist"><li role="tab">npm</li><li role="tab">pnpm</li></ul><div><div role="tabpanel"><pre>npm i</pre></div><div role="tabpanel" hidden><pre>pnpm i</pre></div></div></div>',
      '**npm**\n\n```\nnpm i\n```\n\n**pnpm**\n\n```\npnpm i\n```',
    ],
    [
      'labels in order',
      '<div><input type="radio" id="x"><input type="radio" id="y"><div class="labels"><label for="x">npm</label><label for="y">yarn</label></div><div><div>npm i</div><div>yarn add</div></div></div>',
      '**npm**\n\nnpm i\n\n**yarn**\n\nyarn add',
    ],
  ])('is read: %s', (_what, html, text) => {
    expect(read(html)).toBe(text);
  });

  it.each([
    '<div id="p" hidden>x</div>',
    '<div hidden><button aria-controls="p">Open</button></div><div id="p" hidden>x</div>',
    '<button aria-controls="p"><svg></svg></button><div id="p" hidden>x</div>',
    '<button aria-controls="q">Open</button><div id="p" aria-labelledby="none" hidden>x</div>',
    '<button>x</button>',
  ])('but what no visible words open is not: %s', (html) => {
    expect(read(`<p>Seen.</p>${html}`)).toBe('Seen.');
  });
});

describe('the title is the page’s', () => {
  it.each([
    [
      'an h1 outside the content',
      '<div><h1>Acme v1.2 documentation</h1></div><main><h2>File system</h2><p>a</p></main>',
      'File system | Acme v1.2 documentation',
      'File system',
    ],
    [
      'a site that comes first',
      '<main><h2>Rotate keys</h2><p>a</p></main>',
      'Acme Docs - Rotate keys',
      'Rotate keys',
    ],
    [
      'an h1 that leads to the root',
      '<main><h1><a href="/">Acme</a></h1><h2>Rotate keys</h2><p>a</p></main>',
      'Acme',
      'Rotate keys',
    ],
    [
      'an h1 that is the site',
      '<main><h1>Acme Handbook</h1><h2>Keys</h2><p>a</p></main>',
      'Keys :: Acme Handbook',
      'Keys',
    ],
    [
      'a section that has the name of the site',
      '<main><h1>Usage</h1><p>a</p><h2>Task</h2><p>b</p></main>',
      'Usage | Task',
      'Usage',
    ],
    [
      'a section that has its own name',
      '<main><h1>Threat model</h1><p>a</p><h2>Threat model</h2><p>b</p></main>',
      'Acme — Threat model',
      'Threat model',
    ],
    [
      'its own header',
      '<header><h1>Rotate keys</h1><p>They last.</p></header><section><h2>Steps</h2><p>a</p></section>',
      'Rotate keys | Acme',
      'Rotate keys',
    ],
    [
      'signs around it',
      '<main><h1><a href="#k">§</a> Keys \u{200B}<a class="permalink" href="#k">🔗</a></h1><p>a</p></main>',
      'x',
      'Keys',
    ],
    [
      'words of a link to itself',
      '<main><h1>Keys<a href="#k" aria-label="Permalink">Link to this section</a></h1><p>a</p></main>',
      'x',
      'Keys',
    ],
  ])('with %s', (_what, body, title, expected) => {
    expect(page(body, title).title).toBe(expected);
  });

  it('and no heading below it becomes another one', () => {
    const body = '<main><h1>Usage</h1><p>a</p><h3>Task</h3><p>b</p></main>';
    expect(page(body, 'Usage | Task').text).toBe('# Usage\n\na\n\n### Task\n\nb');
  });

  it('and its own header says more than it', () => {
    expect(
      page('<header><h1>Keys</h1><p>They last.</p></header><section><p>a</p></section>', 'Keys').text,
    ).toContain('They last.');
  });
});

describe('words are not lost with a class', () => {
  it.each([
    ['<p>Choose <b class="menu">File</b>.</p>', 'Choose **File**.'],
    ['<p>a</p><aside class="sidebar"><p>Three are free.</p></aside>', 'a\n\nThree are free.'],
    ['<div class="related"><p>See the setting PORT.</p></div>', 'See the setting PORT.'],
  ])('%s', (html, text) => {
    expect(read(html)).toBe(text);
  });

  it('and headings in a list are headings', () => {
    expect(
      read(
        '<ul><li><h3>Methods</h3><p>close() ends it.</p></li><li><section><h3>Fields</h3>MAX is 5.</section></li></ul>',
      ),
    ).toBe('### Methods\n\nclose() ends it.\n\n### Fields\n\nMAX is 5.');
  });

  it('and a term keeps its link', () => {
    expect(read('<dl><dt><a href="https://example.com/a">agent</a></dt><dd>The program.</dd></dl>')).toBe(
      '**[agent](https://example.com/a)**\n\nThe program.',
    );
  });

  it('and a formula is there once', () => {
    expect(
      read(
        '<p>r is <span class="katex"><span><math><mi>r</mi><annotation encoding="application/x-tex">r=n</annotation></math></span><span aria-hidden="true">r=n</span></span>.</p>',
      ),
    ).toBe('r is $r=n$.');
  });
});
