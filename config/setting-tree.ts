import { z } from 'zod';
import { either } from './problem.ts';
import { configSchema } from './schema.ts';

/** The schema's description of a setting or a group of settings. */
export interface Setting {
  readonly kind: 'any' | 'text' | 'number' | 'boolean' | 'list' | 'group' | 'record' | 'secret';
  readonly description: string;
  /** What is valid, as the end of a sentence that begins with "expected". */
  readonly expects: string;
  readonly nullable: boolean;
  readonly default: unknown;
  /** The settings of a group, by name. */
  readonly fields: Readonly<Record<string, Setting>>;
  /** The setting of each value in a list or a record. */
  readonly item: Setting | null;
  /** Example lines for a record of plain values. */
  readonly example: readonly string[];
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | false;
  readonly items?: JsonSchema;
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly expects?: string;
  readonly secret?: boolean;
  readonly example?: readonly string[];
}

const kinds: ReadonlyMap<string, Setting['kind']> = new Map([
  ['object', 'group'],
  ['array', 'list'],
  ['boolean', 'boolean'],
  ['integer', 'number'],
  ['number', 'number'],
]);

const groups: Record<string, Setting> = {};
for (const [name, group] of Object.entries(configSchema.in.shape)) {
  let setting: Setting | undefined;
  const read = () => toSetting(z.toJSONSchema(group, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  Object.defineProperty(groups, name, { enumerable: true, get: () => (setting ??= read()) });
}

/** The schema as a tree of settings, each group made at its first use. Nothing else reads zod's own description of it. */
export const settingTree: Setting = { ...toSetting({ type: 'object' }), fields: groups };

/** The setting at a path, or null. An index of a list and a key of a record lead to the item. */
export function settingAt(path: readonly PropertyKey[]): Setting | null {
  let at: Setting | null = settingTree;
  for (const key of path) at = at && childOf(at, key);
  return at;
}

/** The setting of a name in a group, or the item of a list or record. */
export const childOf = ({ fields, item }: Setting, key: PropertyKey): Setting | null =>
  Object.hasOwn(fields, key) ? (fields[String(key)] ?? null) : item;

/** Whether a setting has settings of its own. */
export const isContainer = (setting: Setting | null): setting is Setting =>
  setting?.kind === 'group' || setting?.kind === 'record';

function toSetting(schema: JsonSchema): Setting {
  const types = schema.anyOf ? schema.anyOf.map(({ type }) => type) : [schema.type].flat();
  const value = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  const whole = { ...value, ...schema };
  const kind = kindOf(whole, value);
  const item = value.items ?? (value.additionalProperties || null);
  const setting = {
    kind,
    description: whole.description ?? '',
    nullable: types.includes('null'),
    default: whole.default ?? null,
    fields: Object.fromEntries(
      Object.entries(value.properties ?? {}).map(([name, field]) => [name, toSetting(field)]),
    ),
    item: item ? toSetting(item) : null,
    example: whole.example ?? [],
  };
  const words = whole.expects ?? expectation(value, kind, setting.item);
  return { ...setting, expects: setting.nullable ? `${words} (or null)` : words };
}

function kindOf(whole: JsonSchema, value: JsonSchema): Setting['kind'] {
  if (whole.secret) return 'secret';
  if (value.additionalProperties) return 'record';
  const type = [value.type].flat().find((one) => one !== 'null');
  return kinds.get(type ?? '') ?? (type || value.enum || value.anyOf ? 'text' : 'any');
}

function expectation(schema: JsonSchema, kind: Setting['kind'], item: Setting | null): string {
  if (kind === 'number') return numberExpectation(schema);
  if (kind === 'boolean') return 'true or false';
  if (kind === 'list') return `a list, each entry ${item?.expects ?? 'a value'}`;
  if (kind === 'secret') return 'a secret from the environment';
  if (kind === 'text') return schema.enum ? either.format(schema.enum.map(String)) : 'text';
  return 'a group of settings';
}

function numberExpectation({ type, minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  const what = [type].flat().includes('integer') ? 'a whole number' : 'a number';
  return exclusiveMinimum === undefined
    ? `${what} from ${minimum} to ${maximum}`
    : `${what} above ${exclusiveMinimum}, at most ${maximum}`;
}

export interface ListedSetting {
  /** Such as `discord.channels.<name>.capture`. Names in angle brackets are free to choose. */
  readonly path: string;
  readonly setting: Setting;
}

/**
 * Every setting in the order of the schema, each group before its settings. The settings of `kb.llm` are not listed,
 * because they repeat those of `ai_response.llm`, nor single texts, which config/texts/en.json lists.
 */
export const listSettings = (): readonly ListedSetting[] => below('', settingTree);

const below = (prefix: string, { fields }: Setting): readonly ListedSetting[] =>
  Object.entries(fields).flatMap(([name, setting]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const isListed = setting.kind === 'record' && setting.item && path !== 'texts';
    const item = isListed ? below(`${path}.<name>`, setting.item) : [];
    // A nullable group repeats settings that are listed elsewhere.
    const children = setting.nullable ? [] : below(path, setting);
    return [{ path, setting }, ...children, ...item];
  });
