import { agreeable } from '../../test/support/provider/agreeable.ts';
import { startScriptedProvider } from '../../test/support/provider/scripted-provider.ts';
import { refreshAndWait } from '../../workers/running/refresh-and-wait.ts';
import { answerTo, benchQueue, withBenchSteward } from '../support/bench-steward.ts';
import type { FaultResult } from './provider-cases.ts';
import { quickRetries } from './provider-faults.ts';
import { silentProgress } from '../../domain/operations/progress.ts';

const day = 86_400_000;

/** By how much the clock of Steward's host jumps, in milliseconds, while a question waits. */
const jumps: Readonly<Record<string, number>> = {
  'not at all': 0,
  'a second ahead': 1_000,
  'an hour ahead': day / 24,
  'a day ahead': day,
  'a second back': -1_000,
  'an hour back': -day / 24,
  'a day back': -day,
  'a week back': -7 * day,
  'to 1970': -Date.now(),
};

export async function clockFaults(): Promise<readonly FaultResult[]> {
  let ahead = 0;
  const provider = await startScriptedProvider({ script: agreeable, keepsCalls: false });
  try {
    const options = {
      modelUrl: provider.baseUrl,
      roles: ['reply', 'library'],
      now: () => new Date(Date.now() + ahead),
    } as const;
    return await withBenchSteward(options, async (steward) => {
      await refreshAndWait({ client: steward.client, taskQueue: benchQueue, progress: silentProgress });
      const results: FaultResult[] = [];
      const reasons: string[] = [];
      for (const [name, by] of Object.entries(jumps)) {
        ahead = 0;
        const { reason } = await answerTo(steward, {
          requestId: `${results.length}`,
          question: 'Which port is it?',
          timings: quickRetries,
          whenSaved: () => void (ahead = by),
        });
        reasons.push(reason);
        const wrong = reason === reasons[0] ? [] : [`the row: ${reason}, not ${reasons[0]}`];
        results.push({ name: `the clock jumps ${name}`, wrong });
      }
      return results;
    });
  } finally {
    provider.close();
  }
}
