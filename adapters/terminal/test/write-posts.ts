import { openCommunity } from '../community.ts';

/**
 * A process of its own: posts `count` times, printing each id when it has it. With `nonce` given all posts
 * have that one, else each its own.
 */
const [path = '', name = '', count = '1', nonce] = process.argv.slice(2);
const community = openCommunity({ path, now: () => new Date() });
const location = { channelId: 'help', threadId: null, replyToMessageId: null };
for (let at = 0; at < Number(count); at += 1) {
  const post = { ...location, text: `${name} ${at}`, nonce: nonce ?? `${name}.${at}` };
  const { messageId } = await community.post(post);
  process.stdout.write(`${messageId}\n`);
}
community.close();
