import { plainTitle } from '../../domain/posting/answer-links.ts';
import { buttonsBelow } from '../../domain/posting/post-buttons.ts';
import { pagesLine } from '../../domain/posting/compose-reply.ts';
import { lastExchange } from '../../domain/team/qa-pair.ts';
import { openContradictions, postOfPair } from '../../domain/team/pair-comparison.ts';
import { contentHash } from '../../domain/values/content-hash.ts';
import { snowflakeAt } from '../../domain/values/snowflake.ts';
import { fillText, oneLineOf } from '../../domain/values/text.ts';
import type { DiscordDeps } from '../deps.ts';
import { postForCause, closeTeamPost } from './post-for-cause.ts';

/**
 * Asks the team in its channel, once for a pair and what a page says, which of them is right, and takes the buttons off posts about
 * what is settled. Without such a channel only the page for moderators shows it. Runs at least once.
 */
export async function askAboutPairs(deps: DiscordDeps): Promise<void> {
  const { config, records, library, texts } = deps;
  if (config.discord.team_channel_id === null) return;
  const topics = await library.topics(await library.liveGeneration());
  const { toAsk, toClose } = openContradictions({
    pairs: topics.flatMap(({ pairs }) => pairs),
    comparisons: await records.pairComparisons(),
    posted: await records.causesBeginning(postOfPair),
  });
  for (const one of toAsk) await ask(deps, one);
  for (const cause of toClose) {
    await closeTeamPost(deps, { cause, sentence: texts.desk.capture_settled });
    await records.forgetPostFor(cause);
  }
}

const maxTurnChars = 400;

async function ask(
  deps: DiscordDeps,
  { pair, page, since, cause }: ReturnType<typeof openContradictions>['toAsk'][number],
): Promise<void> {
  const { qaId, turns, timestamp } = pair;
  const { texts, records } = deps;
  const { link } = await records.pairOrigin(qaId);
  const { asked, answered } = lastExchange(turns);
  const month = timestamp.slice(0, 7);
  await postForCause(deps, {
    cause,
    text: [
      `${fillText(texts.desk.pair_contradicted, { month })}${link === null ? '' : ` <${link}>`}`,
      `> ${oneLineOf(plainTitle(asked), maxTurnChars)}`,
      `> **${oneLineOf(plainTitle(answered), maxTurnChars)}**`,
      pagesLine(page),
      `> **${oneLineOf(plainTitle(page.statement), maxTurnChars)}**`,
    ].join('\n'),
    // Discord allows 25 characters.
    nonce: contentHash(cause).slice(0, 25),
    afterMessageId: snowflakeAt(new Date(since)),
    buttons: buttonsBelow('pair', `${qaId}/${page.hash}`, texts.desk),
  });
}
