import { startOnce } from '../../adapters/temporal/client/start-once.ts';
import { waitForResult } from '../../adapters/temporal/runs/wait-for-result.ts';
import type { Steward } from '../../workers/wiring/open-steward.ts';
import type { RefreshResult } from '../../workflows/contract/documents.ts';
import { startsOf } from '../../workflows/contract/starts.ts';
import { benchQueue } from '../support/bench-steward.ts';
import { historyFigures, type HistoryFigures } from '../support/history-figures.ts';
import type { ScriptedProvider } from '../../test/support/provider/scripted-provider.ts';

export interface MeasuredRefresh extends RefreshResult {
  readonly calls: number;
  readonly seconds: number;
  /** The most resident memory of this process, which includes the worker and its threads. */
  readonly megabytes: number;
  readonly history: HistoryFigures;
}

/** Measures one refresh, from its start to its published result. */
export async function measureRefresh({ client }: Steward, model: ScriptedProvider): Promise<MeasuredRefresh> {
  const before = model.callsOf();
  let most = 0;
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 200);
  const began = performance.now();
  try {
    const run = await startOnce(client, startsOf(benchQueue).refresh());
    const result = await waitForResult<RefreshResult>({ client, ...run });
    const seconds = (performance.now() - began) / 1_000;
    look();
    return {
      ...result,
      calls: model.callsOf() - before,
      seconds,
      megabytes: Math.round(most / 1_000_000),
      history: await historyFigures(client, run),
    };
  } finally {
    clearInterval(timer);
  }
}
