import { readFile } from 'node:fs/promises';
import { configSchema } from '../../config/schema.ts';
import { sourceOrigins } from '../../domain/documents/source-origins.ts';
import { isInScope } from '../../domain/documents/source-scope.ts';

interface VersionQuestion {
  readonly question: string;
  /** Of the documentation that has to answer. */
  readonly version: string;
}

const nameOf = (version: string): string => `v${version.slice(0, 1)}`;

/** The share of questions that the documents of the right version answer, of three, whether they name one or none. */
export async function measureNamedVersions(show: boolean): Promise<number> {
  const file = new URL('../data/truth/versions.json', import.meta.url);
  const questions = JSON.parse(await readFile(file, 'utf8')) as readonly VersionQuestion[];
  const versions = ['3.x', '4.x', '5.x'];
  const sources = versions.map((version) => ({
    folder: version,
    name: nameOf(version),
    group: 'fastify',
    version,
  }));
  const origins = sourceOrigins(configSchema.parse({ kb: { sources } }));
  const wrong = questions.filter(({ question, version }) => {
    const isWanted = isInScope(origins, { groups: null, named: [question] });
    const answering = versions.filter((one) => isWanted(`kb:${nameOf(one)}/Reference/Server.md`));
    return answering.join() !== version;
  });
  for (const { question, version } of show ? wrong : []) process.stdout.write(`${version}: ${question}\n`);
  return (questions.length - wrong.length) / questions.length;
}
