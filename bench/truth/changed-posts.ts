import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import type { Script } from '../../test/support/provider/scripted-provider.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { manyChannels, withDiscordBench, type DiscordBench } from '../support/discord-bench.ts';
import { throughDeaths, whileStriking } from '../support/through-deaths.ts';

const pages = 200;
/** A process needs some seconds to start again. */
const killMilliseconds = 15_000;
const patienceMilliseconds = 600_000;

/** A page of which an answer cites the first section alone. */
const pageOf = (at: number, port: number, note: string): string =>
  `# Service ${at}\n\n## Port of service ${at}\n\nService ${at} listens on port ${port}.\n\n## Notes\n\n${note}\n`;

/** Every second page says something else where answers rest on it; the others change below. */
const isChanged = (at: number): boolean => at % 2 === 1;
const portOf = (at: number, isNew: boolean): number => 8_000 + at + (isNew && isChanged(at) ? 1_000 : 0);

const nameOf = (at: number): string => `service-${at}.md`;

/** Answers what the page says, and finds a draft right that says the same. */
const reading =
  (verified: (at: string) => void): Script =>
  (call) => {
    const { decision, text } = call;
    const at = /service (\d+)/iu.exec(text('question'))?.[1] ?? '';
    const said = /listens on port (\d+)/u;
    const port = said.exec(text('source'))?.[1];
    if (decision === 'LLMSelectionResult')
      return { look_for: '', selected_source_ids: [`kb:${nameOf(Number(at))}`] };
    if (decision === 'LLMGenerationResult')
      return {
        answer: `Service ${at} listens on port ${port}.`,
        citations: [{ source_id: `kb:${nameOf(Number(at))}`, qa_ids: [] }],
      };
    if (decision === 'LLMVerificationResult') {
      verified(at);
      return { is_good_enough: said.exec(text('draft'))?.[1] === port, issues: [], suggested_fix: null };
    }
    return agreeable(call);
  };

/**
 * Two hundred answers, each on a page of its own, of which half say something else afterwards; all pages change. Bot, worker and
 * Temporal server are killed while Steward looks at them again.
 */
export function measureChangedPosts() {
  let verified: string[] = [];
  const script = reading((at) => verified.push(at));
  const beside = () => ({
    ai_response: { recheck: JSON.parse('{ "then": "edit", "max_per_day": 1000 }') as object, footer: false },
    discord: { feedback_buttons: false },
  });
  const options = { channels: manyChannels(20), waitSeconds: 0.5, script, beside };
  return withDiscordBench(options, async (bench) => {
    const victims = [await bench.worker('bot', 'bot'), await bench.worker('worker', 'reply,library')];
    await writePages(bench, false);
    await bench.indexDocuments();
    const asked = await askAll(bench);
    verified = [];
    await writePages(bench, true);
    const kills = [...victims.map((one) => async () => one.kill()), bench.temporal.kill];
    await whileStriking(() => look(bench), {
      strike: async (at) => kills[at % kills.length]?.(),
      pause: () => killMilliseconds,
    });
    const texts = asked.map((id) => bench.discord.postsIn(id).map(({ content }) => content));
    const timesUpdated = texts.map(([answer = '']) => answer.split('Updated').length - 1);
    const told = texts.map((all) => all.filter((text) => text.includes('I have updated my answer')).length);
    const isRight = texts.map(([answer = ''], at) => answer.includes(`listens on port ${portOf(at, true)}.`));
    const count = (test: (at: number) => boolean) => texts.filter((_, at) => test(at)).length;
    return {
      changed_pages: pages,
      rechecked: new Set(verified).size,
      calls: verified.length,
      edited_once: count(
        (at) => isChanged(at) && timesUpdated[at] === 1 && told[at] === 1 && isRight[at] === true,
      ),
      edited_twice: count((at) => (timesUpdated[at] ?? 0) > 1 || (told[at] ?? 0) > 1),
      false_edits: count((at) => !isChanged(at) && timesUpdated[at] !== 0),
    };
  });
}

async function writePages({ dir }: DiscordBench, isNew: boolean): Promise<void> {
  const note = isNew ? 'It may be started twice.' : 'Nothing yet.';
  for (let at = 0; at < pages; at += 1)
    await writeFile(join(dir, 'kb', nameOf(at)), pageOf(at, portOf(at, isNew), note));
}

/** Members ask about each page. Returns the ids of their questions, once all are answered. */
async function askAll({ discord, channels }: DiscordBench): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at = 0; at < pages; at += 1) {
    const asked = { by: `member-${at}`, text: `Which port does service ${at} have?` };
    ids.push(discord.say({ ...asked, in: channels[at % channels.length] ?? '' }).id);
    await sleep(40);
  }
  const until = performance.now() + patienceMilliseconds;
  while (!ids.every((id) => discord.postsIn(id).length > 0)) {
    if (performance.now() > until) throw new Error('Not all questions were answered.');
    await sleep(200);
  }
  return ids;
}

/** Refreshes, and waits until the run that looks at answers again has ended. */
function look(bench: DiscordBench): Promise<unknown> {
  const { workflowId } = startsOf(bench.config.temporal.task_queue).recheck();
  return throughDeaths(bench, async (client) => {
    await bench.indexDocuments();
    return client.workflow.getHandle(workflowId).result();
  });
}
