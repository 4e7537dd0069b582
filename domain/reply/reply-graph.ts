/** The nodes of a reply in their order. A graph may lack some of them. */
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

/** The graphs by name. */
export const replyGraphs = {
  minimal: ['gate', 'select', 'load', 'generate'],
  standard: ['moderate', 'translate', 'gate', 'select', 'load', 'generate', 'verify', 'localize', 'cite'],
  strict: nodeNames,
} as const satisfies Readonly<Record<string, GraphNodes>>;

export type GraphName = keyof typeof replyGraphs;

/** Turns a graph's verification on or off; null changes nothing. */
export function withVerification(nodes: GraphNodes, verifies: boolean | null): GraphNodes {
  if (verifies === null || verifies === nodes.includes('verify')) return nodes;
  return nodeNames.filter((name) => (name === 'verify' ? verifies : nodes.includes(name)));
}
