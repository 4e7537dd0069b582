import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecheckResult } from '../../workflows/contract/reply.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { openTestDiscord } from './discord/scene.ts';
import { startScriptedModel } from './provider/scripted-model.ts';
import type { Script } from './provider/scripted-provider.ts';
import { openTestSteward } from './steward.ts';

/** A Steward over one page, `guide.md`, that looks again at what rests on it when it changes. */
export async function openRecheckScene({
  script,
  looks,
  perDay = 50,
  team,
  guide,
}: {
  readonly script: Script;
  /** `ai_response.recheck.then`. */
  readonly looks: string;
  readonly perDay?: number;
  /** Whether there is a channel of the team, `staff`. */
  readonly team: boolean;
  readonly guide: string;
}) {
  const model = await startScriptedModel(script);
  const discord = await openTestDiscord();
  const staff = discord.channelId('staff');
  const recheck = JSON.parse(`{ "then": "${looks}", "max_per_day": ${perDay} }`) as object;
  const steward = await openTestSteward({
    model,
    discord,
    files: { 'guide.md': guide },
    settings: {
      ai_response: { recheck, footer: false },
      discord: { team_channel_id: team ? staff : null, feedback_buttons: false },
    },
  });
  const { client, config } = steward;
  const page = join(config.kb.sources_dir, 'guide.md');
  const write = (text: string) => writeFile(page, text);
  /** Waits until the run that looks at answers has ended. */
  const looked = () =>
    client.workflow
      .getHandle(startsOf(config.temporal.task_queue).recheck().workflowId)
      .result() as Promise<RecheckResult>;
  const publish = async (text: string): Promise<RecheckResult> => {
    await write(text);
    await steward.indexDocuments();
    return looked();
  };
  const textsIn = (place: string) => discord.postsIn(place).map(({ content }) => content);
  return { model, discord, staff, steward, page, write, looked, publish, textsIn };
}
