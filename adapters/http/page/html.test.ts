import { expect, test } from 'vitest';
import { markupOf, rendered } from './html.ts';

const html = (text: string): string => markupOf(rendered(text)).trim();

test('an answer is shown with its lists, code and links', () => {
  expect(html('Set `port`:\n\n- [Ports](https://a.example/p)\n- ~~old~~ **new**')).toBe(
    '<p>Set <code>port</code>:</p>\n<ul>\n<li><a href="https://a.example/p" rel="noreferrer noopener">Ports</a></li>\n<li><s>old</s> <strong>new</strong></li>\n</ul>',
  );
  expect(html('# Big')).toBe('<p><strong>Big</strong></p>');
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '![x](https://evil.example/pixel)',
  '[x](vbscript:a)',
  '<javascript:alert(1)>',
])('what an answer quotes runs nothing and loads nothing: %s', (text) => {
  expect(html(text)).not.toMatch(/<(?!\/?p>|a href="https:|\/a>)|href="(?!https:)/u);
});
