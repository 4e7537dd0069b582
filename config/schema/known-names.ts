import { unknownGraph } from './graphs.ts';

interface Named {
  readonly ai_response: { readonly graph: string; readonly graphs: object };
  readonly discord: {
    readonly channels: Readonly<Record<string, { readonly graph: string | null }>>;
  };
}

/** What names something that stands elsewhere in the config has to name something that is there. */
export function refuseUnknownNames({
  value: { ai_response: ai, discord },
  issues,
}: {
  readonly value: Named;
  readonly issues: unknown[];
}): void {
  const refuse = (path: readonly string[], input: unknown, problem: string | null) => {
    if (problem) issues.push({ code: 'custom', message: problem, input, path });
  };
  refuse(['ai_response', 'graph'], ai.graph, unknownGraph(ai.graph, ai.graphs));
  for (const [name, { graph }] of Object.entries(discord.channels)) {
    refuse(['discord', 'channels', name, 'graph'], graph, unknownGraph(graph, ai.graphs));
  }
}
