import { z } from 'zod';
import { graphProblem, builtInGraphs, nodeNames } from '../../domain/reply/reply-graph.ts';

const builtIn = Object.keys(builtInGraphs);

/** The name of a set; that there is one of that name is checked once the whole config is there. */
export const graphName = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9_-]*$/)
    .meta({ expects: 'the name of a graph: minimal, standard, strict or one of ai_response.graphs' });

/** Sets of somebody's own. */
export const graphs = z
  .record(
    graphName(),
    z.array(z.enum(nodeNames)).meta({ expects: `a list of nodes in this order: ${nodeNames.join(', ')}` }),
  )
  .check(({ value, issues }) => {
    for (const [name, set] of Object.entries(value)) {
      const problem = builtIn.includes(name) ? `another name than ${builtIn.join(', ')}` : graphProblem(set);
      if (problem) issues.push({ code: 'custom', message: problem, input: set, path: [name] });
    }
  })
  .meta({
    expects: 'lists of nodes by the name of the graph',
    example: ['some-name: [gate, select, load, generate]'],
  });

/** Says of a name that no set has it; null when one has. */
export function unknownGraph(name: string | null | undefined, own: object): string | null {
  const names = [...builtIn, ...Object.keys(own)];
  return name == null || names.includes(name) ? null : `one of ${names.join(', ')}`;
}
