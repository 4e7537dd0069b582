/** The steps of a reply in the only order that they can run in. A set leaves some of them out. */
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

export type GraphSet = readonly NodeName[];

/** The sets that every Steward has, by name. */
export const graphSets = {
  minimal: ['gate', 'select', 'load', 'generate'],
  standard: ['moderate', 'translate', 'gate', 'select', 'load', 'generate', 'verify', 'localize', 'cite'],
  strict: nodeNames,
} as const satisfies Readonly<Record<string, GraphSet>>;

/** Without these there is no answer. */
const needed: GraphSet = ['select', 'load', 'generate'];

/** What is wrong with a set of somebody's own, as the end of a sentence that begins with "expected"; null if nothing. */
export function graphSetProblem(set: GraphSet): string | null {
  const inOrder = nodeNames.filter((name) => set.includes(name));
  const missing = needed.filter((name) => !set.includes(name));
  if (missing.length > 0) return `a set that holds ${missing.join(' and ')}`;
  if (inOrder.join() !== set.join()) return `each step once, in this order: ${inOrder.join(', ')}`;
  return null;
}

/** Every set there is, by name: Steward's and those of the config, with verification as the config wants it. */
export const graphsOf = ({
  graphs,
  enable_verification: verifies,
}: {
  readonly graphs: Readonly<Record<string, GraphSet>>;
  readonly enable_verification: boolean | null;
}): Readonly<Record<string, GraphSet>> =>
  Object.fromEntries(
    Object.entries({ ...graphSets, ...graphs }).map(([name, set]) => [name, withVerification(set, verifies)]),
  );

/** A set with its verification turned on or off; null leaves it as it is. */
export function withVerification(set: GraphSet, verifies: boolean | null): GraphSet {
  if (verifies === null || verifies === set.includes('verify')) return set;
  return nodeNames.filter((name) => (name === 'verify' ? verifies : set.includes(name)));
}
