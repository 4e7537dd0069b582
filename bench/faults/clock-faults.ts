import { failureOf, gateRequest, modelAt } from '../../test/support/provider/provider-model.ts';
import { fails } from '../../test/support/provider/provider-plays.ts';
import { startScriptedProvider } from '../../test/support/provider/scripted-provider.ts';
import { answerTo, openBenchSteward } from '../support/bench-steward.ts';
import type { FaultResult } from './provider-cases.ts';
import { quickRetries } from './provider-faults.ts';

const day = 86_400_000;
const inTime = (milliseconds: number) => new Date(Date.now() + milliseconds).toUTCString();

/** A Retry-After header, and the bounds of Steward's wait in seconds; null for its own choice. */
const waits = (): readonly (readonly [string, string, readonly [number, number] | null])[] => [
  ['0', '0', [1, 1]],
  ['a second', '1', [1, 1]],
  ['half a minute', '30', [30, 30]],
  ['a day', '86400', [300, 300]],
  ['more seconds than there are numbers', '9'.repeat(400), [300, 300]],
  ['less than nothing', '-5', [1, 1]],
  ['parts of a second', '1.5', [1.5, 1.5]],
  ['a word', 'soon', null],
  ['nothing', '', null],
  ['a date in a minute', inTime(60_000), [55, 61]],
  ['a date that has passed', inTime(-60_000), [1, 1]],
  ['a date long ago', 'Wed, 21 Oct 2015 07:28:00 GMT', [1, 1]],
  ['a date in a year', inTime(365 * day), [300, 300]],
  ['a date that there is not', 'Wed, 45 Foo 2015 99:99:99 GMT', null],
];

async function retryAfterFaults(): Promise<readonly FaultResult[]> {
  await using ending = new AsyncDisposableStack();
  const provider = await startScriptedProvider();
  ending.defer(provider.close);
  const results: FaultResult[] = [];
  for (const status of [429, 503])
    for (const [name, header, expected] of waits()) {
      provider.play(fails(status, { 'retry-after': header }));
      const { retryAfterSeconds: found } = await failureOf(modelAt(provider.baseUrl).decide(gateRequest));
      const isExpected = expected
        ? found !== null && found >= expected[0] && found <= expected[1]
        : found === null;
      results.push({
        name: `status ${status}, Retry-After says ${name}`,
        wrong: isExpected ? [] : ['the wait'],
      });
    }
  return results;
}

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

async function jumpFaults(): Promise<readonly FaultResult[]> {
  let ahead = 0;
  await using bench = await openBenchSteward({
    roles: ['reply', 'library'],
    now: () => new Date(Date.now() + ahead),
  });
  await bench.indexDocuments();
  const results: FaultResult[] = [];
  const reasons: string[] = [];
  for (const [name, by] of Object.entries(jumps)) {
    ahead = 0;
    const { reason } = await answerTo(bench.steward, {
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
}

export const clockFaults = async (): Promise<readonly FaultResult[]> => [
  ...(await retryAfterFaults()),
  ...(await jumpFaults()),
];
