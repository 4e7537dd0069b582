import { setTimeout as sleep } from 'node:timers/promises';
import { withDiscordBench } from '../support/discord-bench.ts';
import { printResult, printRows, quantiles, type BenchOptions } from '../bench-results.ts';

const asked = 20;
const modelMilliseconds = 500;
const betweenMilliseconds = 1_500;

/** From a member's last message to the posted answer, on the emulated Discord, the quiet window and calls of half a second included. */
export async function run({ json }: BenchOptions): Promise<void> {
  const latency = await measureLatency();
  printRows(
    Object.entries(latency).map(([name, { p50, p95 }]) => [`${name}, ms: p50, p95`, `${p50}, ${p95}`]),
  );
  if (json) printResult('latency', latency);
}

async function measureLatency() {
  const options = { channels: ['help'], waitSeconds: 6, modelMilliseconds, graph: 'standard' } as const;
  return withDiscordBench(options, async (bench) => {
    const { discord } = bench;
    const worker = await bench.worker('all', 'all');
    await bench.indexDocuments();
    const ask = async (by: string, text: string): Promise<number> => {
      const { id } = discord.say({ by, text });
      const said = performance.now();
      while (discord.postsIn(id).length === 0) await sleep(10);
      return performance.now() - said;
    };
    const round = async (name: string, text: string) => {
      const waits: Promise<number>[] = [];
      for (let at = 0; at < asked; at += 1) {
        waits.push(ask(`${name} ${at}`, text));
        await sleep(betweenMilliseconds);
      }
      return quantiles(await Promise.all(waits));
    };
    await ask('Warm', `<@${discord.world.bot.id}> How do I set the port of the server?`);
    const unasked = await round('Anna', 'How do I set the port of the server?');
    const direct = await round('Ben', `<@${discord.world.bot.id}> How do I set the port of the server?`);
    await worker.stop();
    return { unasked, direct };
  });
}
