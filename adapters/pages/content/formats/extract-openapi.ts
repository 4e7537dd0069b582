import { upgrade } from '@scalar/openapi-upgrader';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { finalError } from '../../../../domain/ports/errors.ts';
import { withBoldHeadings } from '../../../../domain/documents/headings.ts';
import { collapseWhitespace, oneLineOf } from '../../../../domain/values/text.ts';
import type { ExtractedText } from '../extract-html.ts';

const words = z.union([z.string(), z.number().transform(String)]).catch('');
const object = z.record(z.string(), z.unknown()).catch({});
type Json = Readonly<Record<string, unknown>>;

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'] as const;

/** How much of each schema is shown, in keys and items, and less of it where the whole would be too long to be read. */
const maxParts = 600;
const fewerParts = [100, 20];
const mostChars = 4_000_000;

/**
 * Reads a description of an API, OpenAPI 3 or Swagger 2, as a document with a section an operation: what it does, its parameters, the
 * schemas of its body and of its answer, its errors, and an example. References are followed inside the document only.
 */
export function extractOpenApi(text: string): ExtractedText {
  const written: unknown = text.trimStart().startsWith('{')
    ? JSON.parse(text)
    : parse(text, { maxAliasCount: 50 });
  const api = object.parse(upgrade(object.parse(written), '3.1'));
  let document = documentOf(api, resolver(api, maxParts));
  for (const fewer of fewerParts)
    if (document.text.length > mostChars) document = documentOf(api, resolver(api, fewer));
  return document;
}

/** The document with its schemas as far as `of` shows them. */
function documentOf(api: Json, of: Resolve): ExtractedText {
  const info = of(api['info']);
  const title = oneLineOf(words.parse(info['title']), 200) || 'API';
  const servers = listOf(api['servers']).map((server) => words.parse(of(server)['url']));
  const paths = ['paths', 'webhooks'].flatMap((key) => Object.entries(object.parse(api[key])));
  const operations = paths.flatMap(([path, item]) => {
    const itemObject = object.parse(item);
    const shared = '$ref' in itemObject ? of(itemObject) : itemObject;
    return methods.flatMap((method) =>
      shared[method] === undefined ? [] : [operationText(of, path, method, shared)],
    );
  });
  if (operations.length === 0) throw finalError('document_empty', 'It describes no operation of an API.');
  const version = words.parse(info['version']);
  const schemes = of(object.parse(api['components'])['securitySchemes']);
  const head = [
    `# ${title}`,
    prose(info['description']),
    ...(version === '' ? [] : [`Version ${oneLineOf(version, 60)} of the API.`]),
    ...servers.slice(0, 5).map((url) => `Address: \`${url}\``),
    ...(Object.keys(schemes).length === 0 ? [] : [`## Authentication\n\n${yamlOf(schemes)}`]),
  ];
  return { title, text: [...head, ...operations].filter((part) => part !== '').join('\n\n') };
}

/** What people have written: its headings would be those of operations. */
const prose = (value: unknown): string => withBoldHeadings(words.parse(value));

/** As it stands where it is not encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

type Resolve = (value: unknown) => Json;

/** Objects with the references in them resolved, like `#/components/schemas/User`. What contains itself is named there. */
function resolver(api: Json, most: number): Resolve {
  const at = (pointer: string): unknown =>
    pointer
      .slice(2)
      .split('/')
      .map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((value, part) => object.parse(value)[part], api);
  return (whole) => {
    let nodesLeft = most;
    const resolved = (value: unknown, passed: readonly string[]): unknown => {
      nodesLeft -= 1;
      if (typeof value !== 'object' || value === null || nodesLeft < 0) return nodesLeft < 0 ? '…' : value;
      if (Array.isArray(value)) return value.slice(0, most).map((one) => resolved(one, passed));
      const { $ref, ...rest } = value as Json;
      const fields = Object.entries(rest).slice(0, Math.max(nodesLeft, 1));
      const entries = fields.map(([key, one]) => [key, resolved(one, passed)] as const);
      if (typeof $ref !== 'string') return Object.fromEntries(entries);
      const isFollowed = $ref.startsWith('#/') && !passed.includes($ref);
      const target = isFollowed ? resolved(at($ref), [...passed, $ref]) : { $ref };
      return { ...object.parse(target), ...Object.fromEntries(entries) };
    };
    return object.parse(resolved(whole, []));
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const yamlOf = (value: unknown): string =>
  `\`\`\`yaml\n${stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 }).trimEnd()}\n\`\`\``;

/** `shared` is what stands at the path: its own parameters apply to all its methods. */
function operationText(of: Resolve, path: string, method: string, shared: Json): string {
  const named = `${method.toUpperCase()} ${path}`;
  const operation = object.parse(shared[method]);
  const summary = oneLineOf(words.parse(operation['summary']), 200) || words.parse(operation['operationId']);
  const parameters = [...listOf(shared['parameters']), ...listOf(operation['parameters'])].map(of);
  const body = contentOf(of(operation['requestBody']));
  const answers = Object.entries(object.parse(operation['responses'])).map(([status, answer]) => ({
    status,
    answer: of(answer),
  }));
  const good = answers.find(({ status }) => status.startsWith('2'));
  const result = good ? contentOf(good.answer) : null;
  const bad = answers.find((one) => one !== good && contentOf(one.answer) !== null);
  const failure = bad ? contentOf(bad.answer) : null;
  const needs = listOf(operation['security']).flatMap((one) =>
    Object.entries(object.parse(one)).map(([name, scopes]) => `\`${[name, ...listOf(scopes)].join(' ')}\``),
  );
  const answerLines = answers.map(
    ({ status, answer }) => `- \`${status}\`: ${oneLineOf(words.parse(answer['description']), 300)}`,
  );
  return [
    `## ${named}${summary === '' ? '' : `: ${summary}`}`,
    operation['deprecated'] === true ? 'Deprecated.' : '',
    prose(operation['description']),
    needs.length === 0 ? '' : `Needs ${needs.join(', or ')}.`,
    parameters.length === 0 ? '' : `**Parameters**\n\n${parameters.map(parameterLine).join('\n')}`,
    body ? `**Body** (\`${body.type}\`)\n\n${yamlOf(body.schema)}` : '',
    answerLines.length === 0 ? '' : `**Answers**\n\n${answerLines.join('\n')}`,
    result ? `**Fields of the answer**\n\n${yamlOf(result.schema)}` : '',
    failure ? `**Fields of the answer** \`${bad?.status}\`\n\n${yamlOf(failure.schema)}` : '',
    `**Example**\n\n${exampleOf(named, parameters, body)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

interface Content {
  readonly type: string;
  readonly schema: Json;
  readonly example: unknown;
}

/** JSON if there is some, else the first kind. */
function contentOf(holder: Json): Content | null {
  const kinds = Object.entries(object.parse(holder['content']));
  const [type, content] = kinds.find(([name]) => /\bjson\b/u.test(name)) ?? kinds[0] ?? [];
  if (type === undefined) return null;
  const media = object.parse(content);
  const [named] = Object.values(object.parse(media['examples']));
  return {
    type,
    schema: object.parse(media['schema']),
    example: media['example'] ?? object.parse(named)['value'],
  };
}

function parameterLine({ name, in: place, required, description, schema }: Json): string {
  const type = collapseWhitespace(
    stringify(schema ?? {}, { collectionStyle: 'flow', aliasDuplicateObjects: false }),
  );
  return `- \`${words.parse(name)}\` in the ${words.parse(place)}${required === true ? ', required' : ''}: \`${type}\` ${collapseWhitespace(words.parse(description))}`.trimEnd();
}

function exampleOf(named: string, parameters: readonly Json[], body: Content | null): string {
  const query = parameters
    .filter((one) => one['in'] === 'query' && one['required'] === true)
    .map((one) => `${words.parse(one['name'])}=…`);
  const lines = [`${named}${query.length === 0 ? '' : `?${query.join('&')}`}`];
  if (body) lines.push('', JSON.stringify(body.example ?? valueOf(body.schema), null, 2));
  return `\`\`\`http\n${lines.join('\n').slice(0, 4_000)}\n\`\`\``;
}

/** A value of a schema: its example or default, else one made of its fields that are needed. */
function valueOf(schema: Json): unknown {
  const [first] = listOf(schema['examples'] ?? schema['enum']);
  const example = schema['example'] ?? schema['default'] ?? first;
  const [kind] = [schema['type']].flat();
  if (example !== undefined || kind === 'integer' || kind === 'number') return example ?? 0;
  if (kind === 'boolean' || kind === 'string') return kind === 'boolean' || '…';
  if (kind === 'array') return [valueOf(object.parse(schema['items']))];
  const [choice] = listOf(schema['oneOf'] ?? schema['anyOf']);
  const parts = [schema, ...listOf(schema['allOf']), choice].map((part) => object.parse(part));
  const fields = parts.flatMap((part) => Object.entries(object.parse(part['properties'])));
  const required = parts.flatMap((part) => listOf(part['required']));
  const needed = required.length === 0 ? fields : fields.filter(([name]) => required.includes(name));
  return Object.fromEntries(needed.map(([name, field]) => [name, valueOf(object.parse(field))]));
}
