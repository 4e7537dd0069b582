import { isDeepStrictEqual } from 'node:util';
import type { PageSettings } from '../../adapters/http/page/routes.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { pathText, valueAt, type SetAside } from '../../config/problem.ts';
import {
  changesInForce,
  isChangeable,
  settingWords,
  sourceAddress,
  type SettingChange,
} from '../../domain/operations/setting-changes.ts';
import type { PageRecords } from '../../domain/ports/handler-records.ts';
import type { LiveConfig } from '../wiring/live-config.ts';
import { probeModels } from '../wiring/model.ts';

/** The settings that moderators change on the page. Null where nobody can, as in a demo. */
export function pageSettings(
  { current, withChanges, renew }: LiveConfig,
  records: Pick<PageRecords, 'settingChanges' | 'changeSetting'>,
  now: () => Date,
): PageSettings | null {
  if (!withChanges) return null;
  const plain = withChanges([]).config;
  return {
    async list() {
      const changes = await records.settingChanges();
      const { config, setAside } = withChanges(changes);
      const inForce = changesInForce(changes);
      const stateOf = (change: SettingChange) => {
        if (setAside.some((one) => one.change === change)) return 'set_aside';
        return inForce.includes(change) ? 'in_force' : 'over';
      };
      const changesWithState = changes.map((change) => {
        const otherwise = change.path[0] === 'kb' ? null : valueAt(plain, change.path);
        return { ...change, state: stateOf(change), otherwise } as const;
      });
      return { config, plain, changes: changesWithState.toReversed() };
    },

    async change(wanted, userId) {
      const settingChanges = await records.settingChanges();
      const before = withChanges(settingChanges);
      const { config } = before;
      const inForce = changesInForce(settingChanges);
      const by = { changedBy: userId, changedAt: now().toISOString() };
      const made = wanted.flatMap(({ path, value, madeAt }): readonly SettingChange[] => {
        if (value !== null)
          return isDeepStrictEqual(valueAt(config, path), value) ? [] : [{ path, value, ...by }];
        // With a channel that was listed here go the settings that it got.
        const channelSettings = inForce.filter((one) => path.every((part, at) => part === one.path[at]));
        const isLater = channelSettings.some(
          (one) => one.path.length === path.length && one.changedAt !== (madeAt ?? one.changedAt),
        );
        return isLater ? [] : channelSettings.map((one) => ({ path: one.path, value: null, ...by }));
      });
      if (made.length === 0)
        return wanted.some(({ madeAt }) => madeAt !== undefined)
          ? 'Somebody has changed it since. Load the page again.'
          : 'It is so already.';
      const isThere = (address: string | undefined) =>
        config.kb.sources.some((entry) => sourceAddress(entry) === address);
      if (made.some(({ path, value }) => value === false && !isThere(path[2])))
        return 'There is no such source.';
      const problem = problemOf(made, before, withChanges([...settingChanges, ...made]));
      if (problem !== null) return problem;
      for (const change of made) await records.changeSetting(change);
      await renew();
      return null;
    },

    testModels: async () =>
      (await probeModels(current())).map(({ path, model, milliseconds, doubt }) => [
        path,
        model,
        `${milliseconds} ms`,
        doubt?.message ?? 'It answers.',
      ]),
  };
}

/** Why these changes cannot be made, or null. */
function problemOf(
  made: readonly SettingChange[],
  before: ReturnType<LoadedConfig['withChanges']>,
  { setAside, origins }: ReturnType<LoadedConfig['withChanges']>,
): string | null {
  // Also an earlier change, such as a channel's limit to a group that would go.
  const refused = setAside.filter(({ change }) => !before.setAside.some((one) => one.change === change));
  if (refused.length > 0) return refused.flatMap(sentencesOf).join(' ');
  for (const { path, value } of made) {
    if (!isChangeable(path)) return `${pathText(path)} is set in files alone.`;
    const setting = pathText(path[0] === 'kb' ? path.slice(0, 2) : path);
    const origin = origins.get(setting) ?? 'the environment';
    if (value !== null && !origin.startsWith('the page'))
      return `${setting} is set by ${origin}, which counts more than this page.`;
  }
  return null;
}

const sentencesOf = ({ change, problems }: SetAside) =>
  problems.map(
    ({ found, expected }) => `${settingWords(change.path)}: found ${found}, expected ${expected}.`,
  );
