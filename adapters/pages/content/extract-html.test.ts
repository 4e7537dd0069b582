import { describe, expect, it } from 'vitest';
import { extractHtml } from './extract-html.ts';

const read = (body: string, base: string | null = 'https://docs.example.com/guide/ports/', head = '') =>
  extractHtml(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`, base);
const text = (body: string) => read(body).text;

describe('what rustdoc and javadoc write', () => {
  it('is a title whose last part leads to the page itself, without the button beside it', () => {
    const { title } = read(
      '<main><h1>Struct <a href="../index.html">std</a>::<a href="index.html">vec</a>::<a class="struct" href="#">Drain</a><button title="Copy"><img alt="Copy item path"></button></h1><p>It drains.</p></main>',
    );
    expect(title).toBe('Struct std::vec::Drain');
    expect(read('<main><h1>Uses of Class<br>org.acme.Pump</h1><p>None.</p></main>').title).toBe(
      'Uses of Class org.acme.Pump',
    );
  });

  it('is a grid that is a table, below the tabs of a filter that say nothing', () => {
    const tab = (name: string) => `<button role="tab" aria-controls="panel" id="${name}">${name}</button>`;
    const cell = (name: string, words: string) =>
      `<div class="${name} even-row-color"><code>${words}</code></div>`;
    const rows = ['void start()', 'int stop()'].map((method) => {
      const [type = '', name = ''] = method.split(' ');
      return `${cell('col-first', type)}${cell('col-second', name)}<div class="col-last"><div class="block">It does.</div></div>`;
    });
    const head = ['col-first', 'col-second', 'col-last'].map((name) =>
      cell(`table-header ${name}`, name.slice(4)),
    );
    expect(
      text(
        `<main><h1>Pump</h1><div role="tablist">${tab('All')}${tab('Static')}</div><div id="panel" role="tabpanel"><div class="summary-table three-column-summary">${[...head, ...rows].join('')}</div></div></main>`,
      ),
    ).toBe(
      '# Pump\n\n| `first` | `second` | `last` |\n| --- | --- | --- |\n| `void` | `start()` | It does. |\n| `int` | `stop()` | It does. |',
    );
  });
});

describe('what a page says', () => {
  it('is its main content, without what leads around the site', () => {
    const { text: markdown, title } = read(
      `<header><a href="/">Home</a></header><nav><ul><li>Guides</li></ul></nav>
       <div class="sidebar"><a href="/a">A</a></div>
       <main><article><nav class="breadcrumbs">Docs / Ports</nav><h1>Ports<a class="headerlink" href="#p">¶</a></h1>
       <p>Set the port.</p><footer>Edited in May</footer><aside>A note that matters.</aside></article></main>
       <footer>© Example</footer><script>alert(1)</script><style>p{}</style>`,
    );
    expect(title).toBe('Ports');
    expect(markdown).toBe('# Ports\n\nSet the port.\n\nEdited in May\n\nA note that matters.');
  });

  it.each([
    '<p hidden>x</p>',
    '<p style="display:none">x</p>',
    '<p style="color:red; Display : None !important">x</p>',
    '<p style="visibility: hidden">x</p>',
    '<p style="opacity:0">x</p>',
    '<p style="font-size:0px;">x</p>',
    '<p aria-hidden="true">x</p>',
    '<span class="sr-only">x</span>',
    '<template><p>x</p></template>',
    '<noscript>x</noscript>',
    '<dialog>x</dialog>',
    '<!-- x -->',
    '<svg><text>x</text></svg>',
    '<input value="x"><button>x</button><textarea>x</textarea><select><option>x</option></select>',
  ])('leaves out what nobody sees: %s', (hidden) => {
    expect(text(`<main><p>Seen.</p><div>${hidden}</div></main>`)).toBe('Seen.');
  });

  it('shows what a note is called as such', () => {
    expect(
      text(
        '<main><div class="admonition note"><p class="admonition-title">Note</p><p>Mind it.</p></div></main>',
      ),
    ).toBe('**Note**\n\nMind it.');
  });

  it('keeps what is seen after a click: tabs and details', () => {
    const body = `<div role="tabpanel" hidden>npm install</div><details><summary>More</summary>yarn add</details>`;
    expect(text(body)).toContain('npm install');
    expect(text(body)).toContain('yarn add');
  });

  it('keeps headings in their levels', () => {
    expect(text('<h1>A</h1><h2>B</h2><h3>C</h3><p>d</p>')).toBe('# A\n\n## B\n\n### C\n\nd');
  });

  it.each([
    ['its own', '<h2 id="ports">Ports</h2>'],
    ['of its section', '<section id="ports"><h2>Ports<a href="#ports">¶</a></h2></section>'],
    ['of a mark in it', '<h2><a name="ports"></a>Ports</h2>'],
    ['of a mark before it', '<a id="ports"></a><h2>Ports</h2>'],
    [
      'of a mark before the list that begins with it',
      '<a id="ports"></a><ul class="blockList"><li class="blockList"><h2>Ports</h2></li></ul>',
    ],
  ])('keep the id of a heading below the first: %s', (_, heading) => {
    expect(extractHtml(`<h1 id="top">A</h1>${heading}<p>d</p>`, null)).toMatchObject({
      text: '# A\n\n## Ports\n\nd',
      anchors: [['A\nPorts', 'ports']],
    });
  });

  it('keeps the ids of constructors as Javadoc writes them', () => {
    const section = '<section class="detail" id="&lt;init&gt;(int)"><h3>Port</h3><p>d</p></section>';
    expect(extractHtml(`<h1>A</h1>${section}`, null)).toMatchObject({
      text: '# A\n\n### Port\n\nd',
      anchors: [['A\nPort', '<init>(int)']],
    });
  });

  it('keeps names with underscores, stars and brackets as they are', () => {
    expect(text('<p>Use max_old_space_size * 2 [MB].</p>')).toBe('Use max_old_space_size * 2 [MB].');
  });

  it('lets no paragraph pass for a heading, a quote or a code block', () => {
    expect(text('<p># no heading</p><p>``` no code</p>')).toBe('\\# no heading\n\n\\``` no code');
  });

  it('keeps lists with one space after the mark, nested and numbered', () => {
    expect(text('<ol start="3"><li>a<ul><li>b</li></ul></li><li>c</li></ol>')).toBe('3. a\n   - b\n4. c');
  });

  it('keeps terms and what they mean', () => {
    expect(
      text('<dl><dt class="sig">open(<em>path</em>)</dt><dd>Opens.</dd><dt>mode</dt><dd>How.</dd></dl>'),
    ).toBe('`open(path)`\n\nOpens.\n\n**mode**\n\nHow.');
  });
});

describe('code blocks keep their text and their language', () => {
  it.each([
    ['<pre><code class="language-js">a = 1;\n  b</code></pre>', 'js'],
    ['<pre><code class="hljs bash">a = 1;\n  b</code></pre>', 'bash'],
    [
      '<div class="highlight-python3 notranslate"><div class="highlight"><pre>a = 1;\n  b\n</pre></div></div>',
      'python3',
    ],
    ['<div class="highlight highlight-source-ts"><pre>a = 1;\n  b</pre></div>', 'ts'],
    ['<pre class="brush: css">a = 1;\n  b</pre>', 'css'],
    ['<pre data-language="go"><code>a = 1;\n  b</code></pre>', 'go'],
    ['<pre><code><span class="line">a = 1;</span><span class="line">  b</span></code></pre>', ''],
    [
      '<pre><code><span class="token-line">a = 1;<br></span><span class="token-line">  b<br></span></code></pre>',
      '',
    ],
    [
      '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>a = 1;\n  b</pre></td></tr></table>',
      '',
    ],
    ['<div class="highlight-default"><pre>a = 1;\n  b</pre></div>', ''],
  ])('%s', (html, language) => {
    expect(text(html)).toBe(`\`\`\`${language}\na = 1;\n  b\n\`\`\``);
  });

  it.each([
    ['retry 3 by default, <b>N</b> at most: <i>wait</i>(1)', 'retry 3 by default, N at most: wait(1)'],
    ['scp <em>file</em> <em>host</em>:', 'scp file host:'],
    ['<b>mv</b> <b>a</b> <b>b</b>', 'mv a b'],
    ['<code>cp</code> -r <code>a</code> b', 'cp -r a b'],
    ['$ <code><b>tar</b><b>xf</b></code> a.tar', '$ tarxf a.tar'],
    ['mv <span class="line">a</span><span class="line">b</span>', 'mv ab'],
    ['sleep <i>1</i> && sleep <i>2</i>', 'sleep 1 && sleep 2'],
    ['cut <div>-f 1</div><div>a</div>', 'cut -f 1\na'],
  ])('with every word of one line: %s', (html, code) => {
    expect(text(`<pre>${html}</pre>`)).toBe(`\`\`\`\n${code}\n\`\`\``);
  });

  it('and their blank lines', () => {
    expect(text('<p>a</p><pre>b\n\n\n\nc</pre><p>d</p>')).toBe('a\n\n```\nb\n\n\n\nc\n```\n\nd');
  });

  it('and a fence that is longer than any inside', () => {
    expect(text('<pre>```\nx\n```</pre>')).toBe('````\n```\nx\n```\n````');
  });
});

describe('tables', () => {
  it('are kept, one line for each row', () => {
    const table = `<table><thead><tr><th>Name</th><th>Meaning</th></tr></thead><tbody>
      <tr><td><p><code>a</code></p></td><td><ul><li>one</li><li>two</li></ul></td></tr>
      <tr><td><pre>x\ny</pre></td><td><h4>b</h4>c | d</td></tr></tbody></table>`;
    expect(text(table)).toBe(
      '| Name | Meaning |\n| --- | --- |\n| `a` | • one • two |\n| `x y` | **b** c \\| d |',
    );
  });
});

describe('links', () => {
  it.each([
    ['<a href="../hosts/">hosts</a>', '[hosts](https://docs.example.com/guide/hosts/)'],
    ['<a href="https://other.example/a?b#c">other</a>', '[other](https://other.example/a?b#c)'],
    ['<a href="mailto:team@example.com">mail</a>', '[mail](mailto:team@example.com)'],
    ['<a href="#top">top</a>', 'top'],
    ['<a href="javascript:alert(1)">click</a>', 'click'],
    ['<a href="http://[broken">click</a>', 'click'],
    ['<img src="a.png" alt="The menu">', 'The menu'],
  ])('%s', (html, markdown) => {
    expect(text(`<p>See ${html}.</p>`)).toBe(`See ${markdown}.`);
  });

  it('of a file in a folder lead to its neighbours', () => {
    const links = '<a href="../hosts.html#set">a</a> <a href="#top">b</a> <a href="file:///etc/passwd">c</a>';
    const more = '<a href="//host/share">d</a> <a href="https://example.com">e</a>';
    expect(read(`<p>${links} ${more}</p>`, null).text).toBe(
      '[a](../hosts.html#set) b c d [e](https://example.com/)',
    );
  });

  it('follow the base that the page names', () => {
    expect(read('<p><a href="a">a</a></p>', null, '<base href="https://b.example/c/">').text).toBe(
      '[a](https://b.example/c/a)',
    );
  });
});

describe('the title', () => {
  it('is the one heading of the top level, else what the page is called, without the name of the site', () => {
    const head = '<title>SELECT | Example Database docs</title>';
    expect(read('<h1>One <code>heading</code> #</h1>', null, head).title).toBe('One heading');
    expect(read('<h1>1. Overview</h1><p>a</p><h1>2. Syntax</h1>', null, head)).toMatchObject({
      title: 'SELECT',
      text: '# SELECT\n\n# 1. Overview\n\na\n\n# 2. Syntax',
    });
    expect(read('<p>a</p>').title).toBeNull();
  });

  it('is one line, and not a long one', () => {
    expect(read(`<h1>a\n\n${'b'.repeat(500)}</h1>`).title).toHaveLength(200);
  });
});

describe('a page that asks for a login', () => {
  const form = '<form><label>Name<input></label><input type="password"><button>Sign in</button></form>';

  it('is told apart, whatever its status', () => {
    expect(() => read(`<h1>Sign in</h1>${form}`)).toThrow('The page asks for a login.');
  });

  it('is none when it says something beside its form', () => {
    expect(text(`<p>${'A page about ports. '.repeat(100)}</p>${form}`)).toContain('about ports');
  });
});
