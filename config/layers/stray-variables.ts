import { settingAt } from '../setting-tree.ts';
import { variableName } from './env-layer.ts';
import { schemaPath } from './layer.ts';

/** The variables of commands, of docker-compose.yml and of tests. */
const known =
  /^STEWARD_(?:CONFIG|CONFIG_FILE|DATABASE_PASSWORD|DOCS_DIR|TEMPORAL_DOWNLOAD_URL|ROOT|PICTURES|EACH_DEATH|TEST_\w+)=/u;

/** Those that Kubernetes sets for a service whose name begins with `steward`. */
const ofKubernetes = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)|=(?:tcp|udp):\/\//u;

/** Sentences about variables that begin with `STEWARD_` and set nothing, such as `STEWARD_KB__SOURCES_DIR`. */
export const strayVariables = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(env).flatMap(([name, text]) => {
    const isOther = known.test(`${name}=`) || ofKubernetes.test(`${name}=${text}`);
    if (!text?.trim() || !/^STEWARD_(?!_)/u.test(name) || isOther) return [];
    const path = name.slice('STEWARD_'.length).toLowerCase().split('__');
    const hint = settingAt(schemaPath(path)) ? `; ${variableName(path)} is probably meant` : '';
    return [
      `${name} has no effect: the variable of a setting begins with STEWARD__, two underscores${hint}.`,
    ];
  });
