/** The nodes of a reply in the only possible order. A graph may lack some of them. */
export const nodeNames = [
  'moderate',
  'translate',
  'gate',
  'recall',
  'select',
  'load',
  'generate',
  'verify',
  'localize',
  'cite',
] as const;

export type NodeName = (typeof nodeNames)[number];

export type GraphNodes = readonly NodeName[];

/** The names and nodes of the graphs that every Steward has. */
export const builtInGraphs = {
  minimal: ['gate', 'select', 'load', 'generate'],
  standard: ['moderate', 'translate', 'gate', 'select', 'load', 'generate', 'verify', 'localize', 'cite'],
  strict: nodeNames,
} as const satisfies Readonly<Record<string, GraphNodes>>;

/** The nodes that every graph needs. */
const needed: GraphNodes = ['select', 'load', 'generate'];

/** What is wrong with a community's own graph, as the end of a sentence that begins with "expected"; null if nothing is. */
export function graphProblem(nodes: GraphNodes): string | null {
  const inOrder = nodeNames.filter((name) => nodes.includes(name));
  const missing = needed.filter((name) => !nodes.includes(name));
  if (missing.length > 0) return `a graph that contains ${missing.join(' and ')}`;
  if (inOrder.join() !== nodes.join()) return `each node once, in this order: ${inOrder.join(', ')}`;
  return null;
}

/** All graphs by name: Steward's and the config's, with verification as the config sets it. */
export const graphsOf = ({
  graphs,
  enable_verification: verifies,
}: {
  readonly graphs: Readonly<Record<string, GraphNodes>>;
  readonly enable_verification: boolean | null;
}): Readonly<Record<string, GraphNodes>> =>
  Object.fromEntries(
    Object.entries({ ...builtInGraphs, ...graphs }).map(([name, nodes]) => [
      name,
      withVerification(nodes, verifies),
    ]),
  );

/** Turns a graph's verification on or off; null changes nothing. */
export function withVerification(nodes: GraphNodes, verifies: boolean | null): GraphNodes {
  if (verifies === null || verifies === nodes.includes('verify')) return nodes;
  return nodeNames.filter((name) => (name === 'verify' ? verifies : nodes.includes(name)));
}
