import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openTestStore, spawnDiscordWorker } from '../support/discord/discord-steward.ts';
import { openTestDiscord, prepare } from '../support/discord/scene.ts';
import { startGithub } from '../support/pages/test-github.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { testClient } from '../support/temporal.ts';
import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { kill, quickTimings } from '../support/steward.ts';

it('a draft that somebody asks for by its button is posted once and becomes one issue, although the worker is killed after the issue and its answer is lost', async () => {
  const discord = await openTestDiscord();
  const github = await startGithub();
  onTestFinished(github.close);
  const team = discord.channelId('staff');
  const setting = await prepare(discord, {
    model: await startScriptedModel((call) =>
      call.decision === 'LLMSelectionResult' ? { selected_source_ids: [] } : agreeable(call),
    ),
    settings: {
      discord: { team_channel_id: team },
      kb: { gap_issues: { repository: 'acme/docs', api_url: github.apiUrl } },
    },
  });
  vi.stubEnv('STEWARD__KB__GAP_ISSUES__TOKEN', 'github_pat_1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const first = spawnDiscordWorker(setting, discord.token);
  await first.says('steward_started');
  const question = discord.say({ by: 'Anna', text: 'How can Anna get refunds?' });
  const { records, library } = await openTestStore(setting.config);
  await expect.poll(() => records.replyRecord(question.id)).toMatchObject({ status: 'unanswered' });
  discord.say({ by: 'Maya', team: true, text: 'Dear Anna, refunds take 14 days.', replyTo: question.id });
  await expect.poll(async () => library.topics(await library.liveGeneration())).toHaveLength(1);
  const client = await testClient();
  const starts = startsOf(setting.config.temporal.task_queue);
  const filing = await startOnce(client, starts.gap({ timings: quickTimings }));
  await client.workflow.getHandle(filing.workflowId).result();
  const [gap] = await records.gaps();
  if (!gap) throw new Error('no gap');

  github.loseNextAnswer();
  const who = { by: 'Noor', team: true } as const;
  const listed = discord.interactions.command({ ...who, name: 'steward', sub: 'gaps' });
  await discord.until(() => listed.text().includes(gap.name), 'the gap is listed');
  discord.interactions.press({ ...who, on: listed, button: ':gap_draft:' });
  await expect.poll(() => github.issues.length).toBe(1);
  await kill(first.process);
  const second = spawnDiscordWorker(setting, discord.token);
  await second.says('steward_started');
  const { workflowId } = starts.draftGap({ gapId: gap.id });
  expect(await client.workflow.getHandle(workflowId).result()).toEqual({ issue: true });
  await startOnce(client, starts.draftGap({ gapId: gap.id, timings: quickTimings })).catch(() => {});
  // Late attempts would post again now.
  await sleep(1_000);
  expect(github.issues).toHaveLength(1);
  const posts = discord.postsIn(team).filter(({ content }) => content.startsWith('**Ports** (gap '));
  expect(posts).toHaveLength(1);
  expect(posts[0]?.content).toContain('https://github.test/1');
  expect(posts[0]?.content).toContain('refunds take 14 days');
  expect(posts[0]?.content).not.toContain('Anna');
  expect(github.issues[0]?.body).not.toContain('Anna');
  expect((await records.gaps())[0]?.state).toMatch(/drafted|closed/u);

  const on = posts[0]?.id ?? '';
  const refused = discord.interactions.press({ by: 'Ben', on, button: ':gap_dismiss:' });
  await discord.until(() => /for the team/.test(refused.text()), 'members may not');
  const done = discord.interactions.press({ ...who, on, button: ':gap_dismiss:' });
  await discord.until(() => /Dismissed/.test(done.text()), 'it is dismissed');
  expect((await records.gaps())[0]?.state).toBe('dismissed');
});
