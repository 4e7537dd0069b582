import { join, resolve } from 'node:path';
import { freePort } from '../../../adapters/temporal/server/free-port.ts';
import { ensureSchedules } from '../../../adapters/temporal/runs/schedules.ts';
import type { Config } from '../../../config/schema.ts';
import { pageUrlOf } from '../../../config/schema/http.ts';
import { extractiveModel } from '../../../config/schema/llm.ts';
import { pageLink } from '../../../interactions/moderator-page.ts';
import type { JsonOption } from '../../cli/command-parts.ts';
import { checkKnowledgeFolder } from '../../init/check-kb.ts';
import { home, shortHash, trialConfig, type TrialOptions } from '../../demo/trial-config.ts';
import { converse, whatGoesOn, withTerminal } from '../../demo/with-terminal.ts';
import { probeModels } from '../../wiring/model.ts';

interface DevOptions extends JsonOption, TrialOptions {
  readonly data?: string;
}

export async function dev({ data, ...options }: DevOptions): Promise<void> {
  const dataDirFor = (tried: string) => resolve(data ?? join(home, 'dev', shortHash(resolve(tried), 12)));
  const trial = trialConfig(options, dataDirFor, process.env);
  const config = { ...trial, http: { ...trial.http, port: await freePort(), page: true } };
  if (config.kb.sources.length === 0) await checkKnowledgeFolder(config.kb.sources_dir);
  const answering = await whatAnswers(config);
  const { data_dir: dataDir } = config.storage;
  await withTerminal({ ...options, config, fresh: false }, async ({ session, stage, temporal, progress }) => {
    const { steward } = session;
    const { refresh_interval_seconds: refreshSeconds } = config.kb;
    const tellsTeam = config.discord.team_channel_id !== null;
    await ensureSchedules({ ...steward, refreshSeconds, tellsTeam });
    progress(answering);
    const pageUrl = pageUrlOf(config.http);
    const moderator = {
      userId: session.discord.person('team', true).user.id,
      isTeam: true,
      now: new Date(),
    };
    if (pageUrl !== null)
      progress(
        `The moderators' page, once and for ten minutes: ${await pageLink(steward.storage.records, { pageUrl, ...moderator })}`,
      );
    await converse({ session, stage });
    const note = `What was learned is kept in ${dataDir} for the next start.`;
    progress(['', note, ...whatGoesOn(temporal)].join('\n'));
  });
}

/** Asks the model once, so that a wrong name, address or key shows before anything starts. */
async function whatAnswers(config: Config): Promise<string> {
  const { model, base_url: baseUrl } = config.ai_response.llm;
  if (model !== extractiveModel) {
    const doubts = (await probeModels(config)).flatMap(({ doubt }) => doubt?.message ?? []);
    return [`Answers come from ${model} at ${baseUrl}.`, ...doubts].join(' ');
  }
  const offer = 'For written answers, name a model: docs/start.md says how.';
  return `Answers come from the embedded model, which only quotes. ${offer}`;
}
