import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLinks, knownLinks, linksIn, linksInProse, unlinkUnknown } from './answer-links.ts';
import { composeAnswer } from './compose-reply.ts';
import { findClickable } from '../../test/support/discord/discord-client.ts';
import { processorMilliseconds } from '../../test/support/processor-time.ts';

const setup = 'https://docs.example.com/setup';
const cited = { sourceId: 'kb:setup.md', title: 'Setting\nup', url: setup, qaIds: [] };
const known = 'https://example.com/download';

const settle = (text: string) =>
  checkLinks({ text, isKnown: knownLinks([known, setup]), citations: [cited] });

describe('a link in an answer', () => {
  it.each([
    ['that the model made up is text', 'See https://evil.example/x.', 'See evil.example/x.'],
    ['that it made up behind words is text', '[Click](https://evil.example)', 'Click (evil.example)'],
    ['in brackets that it made up is text', 'Go to <https://evil.example>', 'Go to evil.example'],
    ['of another kind is text', '[Open](discord://x/y)', 'Open (x/y)'],
    ['that a source holds stays', `Get ${known}, then run it.`, `Get <${known}>, then run it.`],
    ['that a source holds stays behind its words', `[Get it](${known})`, `Get it (<${known}>)`],
    ['is one at its first mention only', `${known} or ${known}`, `<${known}> or example.com/download`],
    [
      'leaves its words when it was shown before',
      `${known}, then [get it](${known})`,
      `<${known}>, then get it`,
    ],
    [
      'stays where it leads to another place of the page',
      `${known}, then [get it](${known}#b)`,
      `<${known}>, then get it (<${known}#b>)`,
    ],
    ['that stands below the answer gives way to the title', `See ${setup}#port.`, 'See Setting up.'],
    ['that stands below gives way to its words', `Read [the guide](${setup}) first`, 'Read the guide first'],
    ['in code is none', `Run \`curl https://x.example/x\` or\n\`\`\`\nget https://a.example\n\`\`\``, null],
    ['ends before the bracket of its sentence', `(see ${known})`, `(see <${known}>)`],
    [
      'whose words are another address shows its own',
      `[https://good.example](https://evil.example)`,
      'evil.example',
    ],
  ])('%s', (_, text, expected) => {
    expect(settle(text)).toBe(expected ?? text);
  });

  it.each([
    ['a scheme around a scheme', 'hhttps://ttps://evil.example/a', 'evil.example/a'],
    ['backticks that are escaped', '\\` https://evil.example/b \\`', '\\` evil.example/b \\`'],
    ['backticks in the words of a link', '[x` ](https://evil.example) `', 'x` (evil.example) `'],
    ['backticks that emphasis crosses', '**a `b** https://evil.example `', '**a `b** evil.example `'],
    [
      'backticks in an address',
      `${known}/\` https://evil.example \``,
      `example.com/download/\` evil.example \``,
    ],
    ['a mail address that crosses code', '<``mailto:a@evil.example>``', '``a@evil.example``'],
    ['a mail address around code', '<`x`a@evil.example>', '`x`a@evil.example'],
    ['an angle bracket in an address', '<https://<https://evil.example/c>', '<evil.example/c'],
    ['an address without slashes', '<https:evil.example>', 'evil.example'],
    ['a mail address', '[write](mailto:a@evil.example)', '[write](a@evil.example)'],
    [
      'a mail address in brackets',
      'to <mailto:a@b.example> or <c@d.example>',
      'to a@b.example or c@d.example',
    ],
    ['a phone number', '<tel:+4912345> <+4912345> tel:+49', '+4912345 +4912345 +49'],
    [
      'an invite',
      'discord.gg/evil or https://discord.com/invite/evil',
      'discord.gg evil or discord.com/invite evil',
    ],
    ['a mention', '<@123> <@!1> <@&2> <#3> </x y:4> <id:customize>', '@123 @!1 @&2 #3 /x y customize'],
    ['what nobody sees', 'a\u202Eb\u200Bc\u2066d\u{E0041}e', 'abcde'],
    [
      'an address behind a known one',
      '[here](https://example.com/download<x@evil.example>)',
      '[here](<example.com/download>x@evil.example)',
    ],
    ['a quote to the end', '>>> all of it', '> all of it'],
    ['small print', '-# The team has checked this', 'The team has checked this'],
    ['an open code block', '```sh\nls', '```sh\nls\n```'],
  ])('or another trick is none: %s', (_, text, expected) => {
    expect(settle(text)).toBe(expected);
  });

  it('to a channel or an invite stays where a source names it', () => {
    const isKnown = knownLinks(linksIn('See <#123> and discord.gg/ours.'));
    const text = 'Ask in <#123>, join discord.gg/ours or https://discord.gg/ours.';
    expect(checkLinks({ text, isKnown, citations: [] })).toBe(
      'Ask in <#123>, join <https://discord.gg/ours> or discord.gg ours.',
    );
  });

  it('keeps emoji, flags and letters that are joined', () => {
    const text = '👩‍💻 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} می‌خواهم ❤️';
    expect(settle(text)).toBe(text);
  });

  const pieces = [
    [
      'https://evil.example/a',
      'hhttps://ttps://evil',
      'mailto:evil@x.y',
      'https:evil.example',
      'tel:+666',
      'discord.gg/evil',
      'discord://evil',
      '<@666>',
      '<#666>',
      '<+666>',
    ],
    [known, setup, '[', ']', '](', '(', ')', '<', '>', '`', '``', '```', '\\', '\n', '\n> ', ' ', 'x'],
    ['"', '!', '*', '**', '_', '__', '~~', '||', '\u200B', '\u202E', 'https://', 'http', 's://'],
  ].flat();
  const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 18 }).map((parts) => parts.join(''));
  // A fragment leads to the same page.
  const isEvil = (link: string) => !knownLinks([known, setup])(link) && /evil|666/u.test(link);

  it('is never anything that no source holds, whatever the model writes and a client reads', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(findClickable(settle(text)).filter(isEvil)).toEqual([]);
      }),
      { numRuns: 20_000 },
    );
  });

  it('is settled once: a second look changes nothing', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const settled = settle(text);
        expect(unlinkUnknown(settled, knownLinks([known, setup]))).toBe(settled);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never anything unknown in any part of a post, wherever it is split', () => {
    const long = fc.tuple(hostile, fc.integer({ min: 0, max: 2_000 }), hostile);
    fc.assert(
      fc.property(long, ([before, fill, after]) => {
        const answer = settle(
          `${before} ${'word '.repeat(fill / 5)}\`curl https://evil.example/ x\` ${after}`,
        );
        const texts = { links_heading: 'Links', from_pages: '{pages}', ai_footer: '-# AI' } as never;
        const { parts } = composeAnswer({ style: 'thread', question: 'q', texts, answer, citations: [] });
        expect(parts.flatMap(findClickable).filter(isEvil)).toEqual([]);
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(2_000);
      }),
      { numRuns: 1_000 },
    );
  });
});

it.each([
  ['angle brackets', '<', '>'],
  ['schemes', 'ht', 'https://tps://'],
  ['mail addresses', 'mail', 'mailto:to:'],
  ['words of links', '](a:', ''],
])(
  'a text of %s within each other takes a moment, and nothing in it can be clicked',
  (_, opening, closing) => {
    const depth = 20_000;
    const text = `${opening.repeat(depth)}https://a@evil.example${closing.repeat(depth)}`;
    let unlinked = '';
    expect(processorMilliseconds(() => (unlinked = unlinkUnknown(text, () => false)))).toBeLessThan(2_000);
    expect(linksInProse(unlinked)).toEqual([]);
    expect(unlinked.length).toBeLessThanOrEqual(text.length);
  },
);

it('finds the addresses of a text once each', () => {
  expect(linksIn(`[a](${known}) and ${known}, <${setup}>.`)).toEqual([known, setup]);
});
