import type { Readiness } from '../../../adapters/http/metrics-server.ts';
import { inAddress, isEveryAddress, metricsPortOf, rolesByPort } from '../../../config/schema/http.ts';
import { exitCodes, UsageError } from '../../cli/exit.ts';
import { loadCommandConfig } from '../../cli/load.ts';
import { printJson, printLine } from '../../cli/print.ts';
import type { ConfigOption, JsonOption } from '../../cli/command-parts.ts';

const longestMilliseconds = 5_000;

/** Asks the workers of this host whether they have what they need. The exit code is 1 if one lacks something or none answers. */
export async function health({ config: file, json }: ConfigOption & JsonOption): Promise<void> {
  const { config } = loadCommandConfig({ config: file });
  const { port } = config.metrics;
  if (port === null)
    throw new UsageError(
      'metrics.port is not set, so workers do not report their state: see docs/metrics.md',
    );
  const host = reachable(config.metrics.host);
  const answers = rolesByPort.map(async (one) => {
    const at = `${host}:${metricsPortOf(port, [one])}`;
    return { role: one, at, readiness: await ask(at) };
  });
  const all = await Promise.all(answers);
  const answered = all.filter(({ readiness }) => readiness !== null);
  for (const { role: name, at, readiness } of answered.length > 0 ? answered : all) {
    const parts = Object.entries(readiness?.parts ?? {});
    const missing = parts.flatMap(([part, state]) => (state === 'ok' ? [] : [part]));
    const status = readiness?.status ?? 'no_answer';
    const reason = readiness === null ? `no answer at ${at}` : `missing: ${missing.join(', ')}`;
    if (json) printJson({ role: name, status, missing });
    else printLine(`${name}: ${status === 'ready' ? 'ready' : reason}`);
    if (status !== 'ready') process.exitCode = exitCodes.failed;
  }
}

/** The host for an address, as this host reaches it. */
const reachable = (host: string): string =>
  isEveryAddress(host) ? (host.includes(':') ? '[::1]' : '127.0.0.1') : inAddress(host);

async function ask(at: string): Promise<Readiness | null> {
  try {
    const response = await fetch(`http://${at}/readyz`, { signal: AbortSignal.timeout(longestMilliseconds) });
    return (await response.json()) as Readiness;
  } catch {
    return null;
  }
}
