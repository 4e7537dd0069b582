import { readdir, readFile } from 'node:fs/promises';
import { configSchema } from '../../config/schema.ts';
import { sourceOrigins } from '../../domain/documents/source-origins.ts';
import { isInScope } from '../../domain/documents/source-scope.ts';
import { round } from '../bench-results.ts';

interface VersionQuestion {
  readonly question: string;
  /** Of the documentation that has to answer. */
  readonly version: string;
}

const folder = new URL('../data/truth/versions/', import.meta.url);

/**
 * By documentation, of which there are three versions: the share of questions that the right one answers, whether they name one
 * or none.
 */
export async function measureNamedVersions(show: boolean): Promise<Readonly<Record<string, number>>> {
  const shares: [string, number][] = [];
  for (const file of await readdir(folder)) {
    const questions = JSON.parse(await readFile(new URL(file, folder), 'utf8')) as readonly VersionQuestion[];
    const group = file.replace('.json', '');
    const versions = [...new Set(questions.map(({ version }) => version))];
    const nameOf = (version: string): string => `v${version.split('.')[0]}`;
    const sources = versions.map((version) => ({ folder: version, name: nameOf(version), group, version }));
    const origins = sourceOrigins(configSchema.parse({ kb: { sources } }));
    const wrong = questions.filter(({ question, version }) => {
      const isWanted = isInScope(origins, { groups: null, named: [question] });
      const answering = versions.filter((one) => isWanted(`kb:${nameOf(one)}/Reference/Server.md`));
      return answering.join() !== version;
    });
    for (const { question, version } of show ? wrong : []) process.stdout.write(`${version}: ${question}\n`);
    shares.push([group, round((questions.length - wrong.length) / questions.length, 3)]);
  }
  return Object.fromEntries(shares);
}
