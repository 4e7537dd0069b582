import { upgrade } from '@scalar/openapi-upgrader';
import { parse } from 'yaml';
import { z } from 'zod';
import { finalError } from '../../../../domain/ports/errors.ts';
import { collapseWhitespace, oneLineOf } from '../../../../domain/values/text.ts';
import type { ExtractedText } from '../extract-html.ts';

const words = z.string().catch('');
const object = z.record(z.string(), z.unknown()).catch({});
type Json = Readonly<Record<string, unknown>>;

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'] as const;

/** Deeper fields of a body are left to its schema's own description; a schema may contain itself. */
const maxDepth = 4;
const maxFields = 80;

/**
 * Reads a description of an API, OpenAPI 3 or Swagger 2, as a document with a section an operation: what it does, its parameters, the
 * fields of its body and of its answer, its errors, and an example. References are followed inside the document only.
 */
export function extractOpenApi(text: string): ExtractedText {
  const written: unknown = text.trimStart().startsWith('{')
    ? JSON.parse(text)
    : parse(text, { maxAliasCount: 50 });
  const api = object.parse(upgrade(object.parse(written), '3.1'));
  const { of } = referencesOf(api);
  const info = of(api['info']);
  const title = oneLineOf(words.parse(info['title']), 200) || 'API';
  const servers = z
    .array(z.object({ url: words }))
    .catch([])
    .parse(api['servers']);
  const operations = Object.entries(of(api['paths'])).flatMap(([path, item]) => {
    const shared = of(item);
    return methods.flatMap((method) =>
      shared[method] === undefined
        ? []
        : [operationText({ of, path, method, shared, operation: of(shared[method]) })],
    );
  });
  if (operations.length === 0) throw finalError('document_empty', 'It describes no operation of an API.');
  const version = words.parse(info['version']);
  const head = [
    `# ${title}`,
    words.parse(info['description']),
    ...(version === '' ? [] : [`Version ${oneLineOf(version, 60)} of the API.`]),
    ...servers.slice(0, 5).map(({ url }) => `Address: \`${url}\``),
    ...securityOf(of, api),
  ];
  return { title, text: [...head, ...operations].filter((part) => part !== '').join('\n\n') };
}

type Resolve = (value: unknown) => Json;

/** Objects with their references resolved, as `#/components/schemas/User`. */
function referencesOf(api: Json) {
  const at = (pointer: string): unknown =>
    pointer
      .slice(2)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((value, part) => object.parse(value)[part], api);
  const of = (value: unknown, hops = 0): Json => {
    const { $ref, ...rest } = object.parse(value);
    if (typeof $ref !== 'string' || !$ref.startsWith('#/') || hops > 8) return rest;
    return { ...of(at($ref), hops + 1), ...rest };
  };
  return { of };
}

interface Operation {
  readonly of: Resolve;
  readonly path: string;
  readonly method: string;
  /** The path's own parameters apply to all its methods. */
  readonly shared: Json;
  readonly operation: Json;
}

function operationText({ of, path, method, shared, operation }: Operation): string {
  const summary = oneLineOf(words.parse(operation['summary']), 200) || words.parse(operation['operationId']);
  const named = `${method.toUpperCase()} ${path}`;
  const parameters = [...listOf(shared['parameters']), ...listOf(operation['parameters'])].map(of);
  const body = contentOf(of, of(operation['requestBody']));
  const answers = Object.entries(of(operation['responses'])).map(([status, answer]) => ({
    status,
    answer: of(answer),
  }));
  const good = answers.find(({ status }) => status.startsWith('2'));
  const result = good ? contentOf(of, good.answer) : null;
  return [
    `## ${named}${summary === '' ? '' : `: ${summary}`}`,
    operation['deprecated'] === true ? 'Deprecated.' : '',
    words.parse(operation['description']),
    parameters.length === 0
      ? ''
      : `**Parameters**\n\n${table(['Name', 'In', 'Type', 'Description'], parameters.map(parameterRow(of)))}`,
    body ? `**Body** (\`${body.type}\`)\n\n${fieldTable(of, body.schema)}` : '',
    answers.length === 0
      ? ''
      : `**Answers**\n\n${answers.map(({ status, answer }) => `- \`${status}\`: ${oneLineOf(words.parse(answer['description']), 300)}`).join('\n')}`,
    result ? `**Fields of the answer**\n\n${fieldTable(of, result.schema)}` : '',
    `**Example**\n\n${exampleOf(of, { named, parameters, body })}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

interface Content {
  readonly type: string;
  readonly schema: Json;
  readonly example: unknown;
}

/** JSON if there is some, else the first kind. */
function contentOf(of: Resolve, holder: Json): Content | null {
  const kinds = Object.entries(of(holder['content']));
  const [type, content] = kinds.find(([name]) => /\bjson\b/u.test(name)) ?? kinds[0] ?? [];
  if (type === undefined) return null;
  const media = of(content);
  const [named] = Object.values(of(media['examples']));
  return { type, schema: of(media['schema']), example: media['example'] ?? of(named)['value'] };
}

const cell = (text: string): string => collapseWhitespace(text).slice(0, 400).replaceAll('|', '\\|');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

const parameterRow =
  (of: Resolve) =>
  (parameter: Json): readonly string[] => [
    `\`${words.parse(parameter['name'])}\`${parameter['required'] === true ? ' (required)' : ''}`,
    words.parse(parameter['in']),
    typeOf(of, of(parameter['schema'])),
    [words.parse(parameter['description']), limitsOf(of(parameter['schema']))].filter(Boolean).join(' '),
  ];

function typeOf(of: Resolve, schema: Json): string {
  const kinds = [schema['type']].flat().filter((kind) => typeof kind === 'string');
  if (schema['enum'] !== undefined)
    return listOf(schema['enum'])
      .map((one) => `\`${String(one)}\``)
      .join(', ');
  if (kinds.includes('array')) return `list of ${typeOf(of, of(schema['items'])) || 'values'}`;
  const format = words.parse(schema['format']);
  return `${kinds.join(' or ')}${format === '' ? '' : ` (${format})`}`;
}

const limitNames = ['default', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern'] as const;
const limitsOf = (schema: Json): string =>
  limitNames
    .flatMap((name) => (schema[name] === undefined ? [] : `${name}: \`${JSON.stringify(schema[name])}\``))
    .join(', ');

interface Field {
  readonly name: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

/** The fields of a schema by their paths, those of combined schemas together. */
function fieldsOf(of: Resolve, schema: Json, prefix = '', depth = 0): readonly Field[] {
  const parts = [schema, ...['allOf', 'oneOf', 'anyOf'].flatMap((name) => listOf(schema[name]).map(of))];
  return parts.flatMap((part) => {
    const list = of(part['items']);
    const required = listOf(part['required']);
    const own = Object.entries(of(part['properties'])).flatMap(([key, value]) => {
      const child = of(value);
      const name = `${prefix}${key}`;
      const field = { name, schema: child, isRequired: required.includes(key) };
      return depth >= maxDepth ? [field] : [field, ...fieldsOf(of, child, `${name}.`, depth + 1)];
    });
    const items =
      depth >= maxDepth || Object.keys(list).length === 0
        ? []
        : fieldsOf(of, list, `${prefix.replace(/\.$/u, '')}[].`, depth + 1);
    const combined =
      part === schema || depth >= maxDepth
        ? []
        : fieldsOf(of, { ...part, properties: {}, items: {} }, prefix, depth + 1);
    return [...own, ...items, ...combined].slice(0, maxFields);
  });
}

function fieldTable(of: Resolve, schema: Json): string {
  const fields = [...new Map(fieldsOf(of, schema).map((field) => [field.name, field])).values()].slice(
    0,
    maxFields,
  );
  if (fields.length === 0)
    return typeOf(of, schema) || words.parse(schema['description']) || 'No fields are described.';
  const rows = fields.map(({ name, schema: own, isRequired }) => [
    `\`${name}\`${isRequired ? ' (required)' : ''}`,
    typeOf(of, own),
    [words.parse(own['description']), limitsOf(own)].filter(Boolean).join(' '),
  ]);
  return table(['Field', 'Type', 'Description'], rows);
}

function exampleOf(
  of: Resolve,
  {
    named,
    parameters,
    body,
  }: { readonly named: string; readonly parameters: readonly Json[]; readonly body: Content | null },
): string {
  const query = parameters
    .filter((one) => one['in'] === 'query' && one['required'] === true)
    .map((one) => `${words.parse(one['name'])}=…`);
  const sent = body && (body.example ?? valueOf(of, body.schema));
  const lines = [`${named}${query.length === 0 ? '' : `?${query.join('&')}`}`];
  if (sent !== null && sent !== undefined) lines.push('', JSON.stringify(sent, null, 2));
  return `\`\`\`http\n${lines.join('\n').slice(0, 4_000)}\n\`\`\``;
}

/** A value of a schema: its example or default, else one made of its fields that are needed. */
function valueOf(of: Resolve, schema: Json, depth = 0): unknown {
  const [first] = listOf(schema['examples']);
  const given = schema['example'] ?? first ?? schema['default'] ?? listOf(schema['enum'])[0];
  if (given !== undefined) return given;
  const [kind] = [schema['type']].flat();
  if (kind === 'array') return depth >= maxDepth ? [] : [valueOf(of, of(schema['items']), depth + 1)];
  if (kind === 'integer' || kind === 'number') return 0;
  if (kind === 'boolean') return true;
  if (kind === 'string') return '…';
  const fields = fieldsOf(of, schema, '', maxDepth);
  const needed = fields.some(({ isRequired }) => isRequired)
    ? fields.filter(({ isRequired }) => isRequired)
    : fields;
  if (depth >= maxDepth) return {};
  return Object.fromEntries(needed.map(({ name, schema: own }) => [name, valueOf(of, own, depth + 1)]));
}

function securityOf(of: Resolve, api: Json): readonly string[] {
  const schemes = Object.entries(of(of(api['components'])['securitySchemes']));
  const lines = schemes.map(([name, value]) => {
    const scheme = of(value);
    const [type, how, place] = ['type', 'scheme', 'name'].map((key) => words.parse(scheme[key]));
    const header = place === '' ? '' : ` in ${words.parse(scheme['in'])} \`${place}\``;
    return `- \`${name}\`: ${[type, how].filter(Boolean).join(' ')}${header}. ${oneLineOf(words.parse(scheme['description']), 200)}`;
  });
  return lines.length === 0 ? [] : ['## Authentication', lines.join('\n')];
}
