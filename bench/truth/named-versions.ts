import { readdirSync } from 'node:fs';
import { configSchema } from '../../config/schema.ts';
import { sourceOrigins } from '../../domain/documents/source-origins.ts';
import { isInScope } from '../../domain/documents/source-scope.ts';
import { round } from '../bench-results.ts';
import { readJson } from '../support/read-data.ts';

interface VersionQuestion {
  readonly question: string;
  /** Of the documentation that has to answer. */
  readonly version: string;
}

const folder = 'bench/data/truth/versions';

/**
 * By documentation, of which there are three versions: the share of questions that the right one answers, whether they name one
 * or none.
 */
export function measureNamedVersions(show: boolean): Readonly<Record<string, number>> {
  const shares: [string, number][] = [];
  for (const file of readdirSync(folder)) {
    const questions = readJson(`${folder}/${file}`) as readonly VersionQuestion[];
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
