import { describe, expect, it } from 'vitest';
import { extractHtml } from './extract-html.ts';

describe('a page that is none', () => {
  const refused = (head: string, body: string) => {
    try {
      return extractHtml(
        `<!doctype html><html><head>${head}</head><body>${body}</body></html>`,
        'https://x.test/a',
      ).text;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each([
    [
      '<meta http-equiv="refresh" content="0; URL=\'/new/\'">',
      '<p>Moved.</p>',
      'it only leads to https://x.test/new/.',
    ],
    [
      '',
      '<main><h1>A</h1><p>This page has moved to <a href="../b?x=1">B</a>.</p></main>',
      'leads to https://x.test/b.',
    ],
    ['<title>Page not found | Acme</title>', '<main><p>Try the search.</p></main>', 'no such page'],
    ['', '<main><h1>404</h1><p>Sorry.</p></main>', 'no such page'],
    ['', '<main><h1>Oops</h1><p>The page you are looking for does not exist.</p></main>', 'no such page'],
    ['', '<main><p>Loading...</p></main>', 'If scripts write the page'],
    ['<title>Acme App</title>', '<div id="app"><p>Loading…</p></div>', 'If scripts write the page'],
  ])('is left out, with the reason: %s %s', (head, body, reason) => {
    expect(refused(head, body)).toContain(reason);
  });

  it('but a page about a status is one', () => {
    expect(
      refused(
        '',
        `<main><h1>Errors</h1><p>404 means that nothing is there. ${'More words. '.repeat(60)}</p></main>`,
      ),
    ).toContain('404 means');
    expect(refused('', '<main><h1>fs.stat</h1><p>Throws if the file does not exist.</p></main>')).toContain(
      'Throws',
    );
  });

  it('tells whether it asks not to be found', () => {
    const head = '<head><meta name="robots" content="noindex, follow"></head>';
    expect(extractHtml(`${head}<body><p>a</p></body>`, null).isUnlisted).toBe(true);
    expect(extractHtml('<body><p>a</p></body>', null).isUnlisted).toBe(false);
  });

  it('says on which day it was last changed, if it names one', () => {
    const head = '<head><meta property="article:modified_time" content="2025-03-01T10:00:00Z"></head>';
    expect(extractHtml(`${head}<body><p>a</p></body>`, null).date).toBe('2025-03-01');
    expect(extractHtml('<body><p>a</p></body>', null).date).toBeNull();
  });

  it('tells the address that it gives itself', () => {
    const html = '<head><link rel="canonical" href="/b"></head><body><p>a</p></body>';
    expect(extractHtml(html, 'https://x.test/a').canonical).toBe('https://x.test/b');
  });
});

it('what leads to the pages around one is none of it, in whatever language', () => {
  const row =
    '<table><tr><td><a href="a.html">戻る</a></td><th>第8章 次のステップとそれから</th><td>次へ</td></tr></table>';
  const around = (name: string) => `<div class="${name}">${row}</div>`;
  const html = `<body>${around('navheader')}<h1>A</h1><p>b</p>${around('navfooter')}</body>`;
  expect(extractHtml(html, null).text).toBe('# A\n\nb');
});
