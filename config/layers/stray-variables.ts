import { editDistance, nearestName } from '../schema-problems.ts';
import { listSettings, settingAt } from '../setting-tree.ts';
import { variableName } from './env-layer.ts';
import { schemaPath } from './layer.ts';

/** The variables of commands, of docker-compose.yml and of tests. */
const known =
  /^STEWARD_(?:CONFIG|CONFIG_FILE|DATABASE_PASSWORD|DOCS_DIR|TEMPORAL_DOWNLOAD_URL|ROOT|PICTURES|EACH_DEATH|TEST_\w+)=/u;

/** Those that Kubernetes sets for a service whose name begins with `steward`. */
const ofKubernetes = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)|=(?:tcp|udp):\/\//u;

/** Temporal's own, as `@temporalio/envconfig` reads them, and the ports of docker-compose.yml. */
const ofTemporal =
  `ADDRESS API_KEY CODEC_AUTH CODEC_ENDPOINT CONFIG_FILE NAMESPACE PORT PROFILE TLS TLS_CLIENT_CERT_DATA
  TLS_CLIENT_CERT_PATH TLS_CLIENT_KEY_DATA TLS_CLIENT_KEY_PATH TLS_DISABLE_HOST_VERIFICATION TLS_SERVER_CA_CERT_DATA
  TLS_SERVER_CA_CERT_PATH TLS_SERVER_NAME UI_PORT`.split(/\s+/u);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Sentences about variables that set nothing: those that begin with `STEWARD_`, such as `STEWARD_KB__SOURCES_DIR`, and those that
 * are nearly Temporal's, such as `TEMPORAL_ADRESS`.
 */
export const strayVariables = (env: Environment): readonly string[] => {
  const set = Object.entries(env).filter(([, text]) => text?.trim());
  return [...set.flatMap(strayOfSteward), ...set.flatMap(([name]) => strayOfTemporal(name))];
};

function strayOfSteward([name, text]: readonly [string, string | undefined]): readonly string[] {
  const isOther = known.test(`${name}=`) || ofKubernetes.test(`${name}=${text}`);
  if (!/^STEWARD_(?!_)/u.test(name) || isOther) return [];
  const meant = meantBy(name.slice('STEWARD_'.length).toLowerCase());
  const hint = meant === null ? '' : `; ${meant} is probably meant`;
  return [`${name} has no effect: the variable of a setting begins with STEWARD__, two underscores${hint}.`];
}

/** Other programs may have variables of this prefix, so only a slip of a letter or two counts. */
function strayOfTemporal(name: string): readonly string[] {
  const own = /^TEMPORAL_(?!GRPC_META_)(.+)$/u.exec(name)?.[1];
  if (own === undefined || ofTemporal.includes(own)) return [];
  const meant = ofTemporal.find((one) => editDistance(own, one) <= Math.min(2, one.length / 4));
  return meant ? [`${name} has no effect; TEMPORAL_${meant} is probably meant.`] : [];
}

/** The variable of the setting that was probably meant, or null. */
function meantBy(words: string): string | null {
  const path = words.split('__');
  if (settingAt(schemaPath(path))) return variableName(path);
  const names = new Map(listSettings().map((listed) => [listed.path.replaceAll('.', '_'), listed.path]));
  const nearest = nearestName(words.replaceAll('__', '_'), [...names.keys()]);
  return nearest === null ? null : variableName(names.get(nearest)?.split('.') ?? []);
}
