import { nearestName } from '../schema-problems.ts';
import { listSettings, settingAt } from '../setting-tree.ts';
import { variableName } from './env-layer.ts';
import { schemaPath } from './layer.ts';

/** The variables of commands, of docker-compose.yml and of tests. */
const known =
  /^STEWARD_(?:CONFIG|CONFIG_FILE|DATABASE_PASSWORD|DOCS_DIR|TEMPORAL_DOWNLOAD_URL|ROOT|PICTURES|EACH_DEATH|TEST_\w+)=/u;

/** Those that Kubernetes sets for a service whose name begins with `steward`. */
const ofKubernetes = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)|=(?:tcp|udp):\/\//u;

/** Sentences about variables that begin with `STEWARD_` but set nothing, such as `STEWARD_KB__SOURCES_DIR`. */
export const strayVariables = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(env)
    .filter(([name, text]) => /^STEWARD_(?!_)/u.test(name) && text?.trim())
    .filter(([name, text]) => !known.test(`${name}=`) && !ofKubernetes.test(`${name}=${text}`))
    .map(([name]) => {
      const meant = meantBy(name.slice('STEWARD_'.length).toLowerCase());
      const hint = meant === null ? '' : `; ${meant} is probably meant`;
      return `${name} has no effect: the variable of a setting begins with STEWARD__, two underscores${hint}.`;
    });

/** The variable of the setting that was probably meant, or null. */
function meantBy(words: string): string | null {
  const path = words.split('__');
  if (settingAt(schemaPath(path))) return variableName(path);
  const names = new Map(listSettings().map((listed) => [listed.path.replaceAll('.', '_'), listed.path]));
  const nearest = nearestName(words.replaceAll('__', '_'), [...names.keys()]);
  return nearest === null ? null : variableName(names.get(nearest)?.split('.') ?? []);
}
