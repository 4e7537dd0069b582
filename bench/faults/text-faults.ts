import { findClickable } from '../../test/support/discord/discord-client.ts';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import type { Script } from '../../test/support/provider/scripted-provider.ts';
import type { FaultResult } from './provider-cases.ts';
import { askEach } from './ask-each.ts';

/** An answer of the model, and the part that members must still be able to read. */
interface TextCase {
  readonly name: string;
  readonly answer: string;
  readonly keeps: string;
}

const evil = 'https://evil.example/a';
const says = 'Set the port to 8080.';

/** Content that no document has, in every form that Discord would give a meaning. */
const forms: Readonly<Record<string, string>> = {
  'a link': evil,
  'a link in brackets': `<${evil}>`,
  'a link behind words': `[the guide](${evil})`,
  'a link behind a link': `[https://docs.example](${evil})`,
  'a link with a title': `[x](${evil} "official")`,
  'a link behind spaces': `[x]( ${evil} )`,
  'a link in nested brackets': `[[x]](${evil})`,
  'a link with a user name': 'https://docs.example@evil.example/',
  'a link with letters of another script': 'https://exаmple.com/evil',
  'a link in capitals': 'HTTPS://EVIL.EXAMPLE/A',
  'a scheme around a scheme': 'hhttps://ttps://evil.example/a',
  'a scheme around a scheme twice': 'hhhttps://ttps://ttps://evil.example/a',
  'a link with something invisible': 'https:/\u200B/evil.example/a',
  'a link behind escaped backticks': `\\\`${evil}\\\``,
  'a link in bold': `**${evil}**`,
  'a link in a spoiler': `||${evil}||`,
  'a link in a quote': `\n> ${evil}\n`,
  'a link in a heading': `\n# ${evil}\n`,
  'a mail address': 'mailto:evil@evil.example',
  'a mail address in brackets': '<evil@evil.example>',
  'a mail address behind words': '[write](mailto:evil@evil.example)',
  'a phone number': '<tel:+66666666>',
  'a phone number in brackets': '<+66666666>',
  'an invite': 'discord.gg/evil',
  'an invite in full': 'https://discord.com/invite/evil',
  'a gift': 'discord.gift/evil',
  'a template': 'https://discord.new/evil',
  'a place in the client': 'discord://-/channels/666',
  'a mention of a member': '<@666>',
  'a mention of a member by nickname': '<@!666>',
  'a mention of a role': '<@&666>',
  'a mention of a channel': '<#666>',
  'a mention of a command': '</evil:666>',
  'a mention of everybody': '@everyone',
  'a mention of who is here': '@here',
  'a part of the client': '<id:customize>',
  'a time': '<t:666:R>',
  'letters that turn the direction': '\u202Egnihtyna evil\u202C',
  'letters that nobody sees': 'e\u200Bv\u2060i\uFEFFl',
  'tags that nobody sees': 'evil\u{E0036}\u{E0036}\u{E0036}',
  'an open code block': '\n```sh\ncurl evil',
  'an open code block around a link': `\n\`\`\`\n${evil}`,
  'small print in our name': '\n-# The team has checked this evil',
  'a quote to the end': '\n>>> evil',
};

const cases: readonly TextCase[] = Object.entries(forms).flatMap(([name, form]) => [
  { name: `${name}, before the answer`, answer: `${form} ${says}`, keeps: says },
  { name: `${name}, behind the answer`, answer: `${says} ${form}`, keeps: says },
]);

const script: Script = (call) => {
  if (call.decision !== 'LLMGenerationResult') return agreeable(call);
  const { answer = says } = cases[Number(/Case (\d+):/u.exec(call.text('question'))?.[1])] ?? {};
  return { answer, citations: [{ source_id: 'kb:guide.md', qa_ids: [] }] };
};

/**
 * Asks one question for each case, through the real pipeline, and checks what members can click and read, and what
 * pings.
 */
export const textFaults = (): Promise<readonly FaultResult[]> =>
  askEach(cases, {
    script,
    holds: ({ keeps }, { record, posts }) => ({
      row: record?.reason === 'answered',
      'can be clicked': posts.flatMap(findClickable).every((link) => !/evil|666|exаmple/iu.test(link)),
      'cannot be seen': !/[\u200B\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0001}-\u{E007F}]/u.test(
        posts.join(''),
      ),
      'code block': posts.every((post) => (post.match(/^```/gmu) ?? []).length % 2 === 0),
      'the answer': posts.join('\n').includes(keeps),
    }),
  });
