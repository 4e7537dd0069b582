import { expect, it } from 'vitest';
import { extractDocument } from '../extract-document.ts';

const read = (text: string, name: string | null = 'openapi.yaml') =>
  extractDocument({ bytes: Buffer.from(text), name, contentType: null, baseUrl: null });

const three = `
openapi: 3.0.3
info: { title: Rockets, version: '2.1', description: Sends rockets. }
servers: [{ url: https://api.example.com/v2 }]
paths:
  /rockets/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string, format: uuid } }
    patch:
      summary: Change a rocket
      description: Only parked rockets can be changed.
      parameters:
        - { name: dry, in: query, schema: { type: boolean, default: false }, description: Try it alone. }
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Rocket' } } } }
      responses:
        '200': { description: The rocket., content: { application/json: { schema: { $ref: '#/components/schemas/Rocket' } } } }
        '409': { description: It flies. }
components:
  schemas:
    Rocket:
      type: object
      required: [name]
      properties:
        name: { type: string, maxLength: 40, description: Its name | label. }
        fuel: { type: string, enum: [hydrogen, methane] }
        stages: { type: array, items: { $ref: '#/components/schemas/Stage' } }
        next: { $ref: '#/components/schemas/Rocket' }
    Stage: { type: object, properties: { engines: { type: integer } } }
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
`;

it('an API is read with a section an operation: parameters, schemas, answers, errors and an example', async () => {
  const { title, text } = await read(three);
  expect(title).toBe('Rockets');
  for (const part of [
    'Version 2.1 of the API.',
    'Address: `https://api.example.com/v2`',
    '## Authentication\n\n```yaml\nkey:\n  type: apiKey\n  in: header\n  name: X-Key\n```',
    '## PATCH /rockets/{id}: Change a rocket',
    'Only parked rockets can be changed.',
    '- `id` in the path, required: `{ type: string, format: uuid }`\n',
    '- `dry` in the query: `{ type: boolean, default: false }` Try it alone.\n',
    '**Body** (`application/json`)\n\n```yaml\ntype: object\nrequired:\n  - name\nproperties:\n',
    '  name:\n    type: string\n    maxLength: 40\n    description: Its name | label.\n',
    '        engines:\n          type: integer\n',
    '- `409`: It flies.',
    '```http\nPATCH /rockets/{id}\n\n{\n  "name": "…"\n}\n```',
  ])
    expect(text).toContain(part);
  // A schema that contains itself ends.
  expect(text).toContain('  next:\n    $ref: "#/components/schemas/Rocket"\n');
  expect(text.length).toBeLessThan(12_000);
});

it('Swagger 2 and JSON are read alike, also by what they say alone', async () => {
  const two = {
    swagger: '2.0',
    info: { title: 'Old', version: '1' },
    paths: {
      '/pets': {
        post: {
          operationId: 'addPet',
          parameters: [{ in: 'body', name: 'pet', schema: { $ref: '#/definitions/Pet' } }],
          responses: { 201: { description: 'Made.' } },
        },
      },
    },
    definitions: {
      Pet: { type: 'object', properties: { tag: { type: 'string', description: 'What it is.' } } },
    },
  };
  const { text } = await read(JSON.stringify(two), null);
  expect(text).toContain('## POST /pets: addPet');
  expect(text).toContain('  tag:\n    type: string\n    description: What it is.\n');
});

it('references to elsewhere, and to nothing, are not followed', async () => {
  const { text } = await read(
    three
      .replace(
        "'#/components/schemas/Rocket' } } } }\n      responses",
        "'https://evil.example/x.json' } } } }\n      responses",
      )
      .replaceAll('#/components/schemas/Stage', '#/nothing'),
  );
  expect(text).toContain('## PATCH /rockets/{id}');
});

it.each([
  ['openapi: 3.1.0\ninfo: { title: A }\npaths: {}', 'describes no operation'],
  [
    `openapi: 3.1.0\na: &a [x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]`,
    '',
  ],
])('what describes nothing, or grows without end, ends in an error', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

it('other YAML and JSON is text', async () => {
  expect((await read('a: 1\nb: openapi: 3.0', 'notes.yaml')).text).toContain('a: 1');
});

it('an API whose operations repeat a large schema keeps them all, with less of the schema', async () => {
  const properties = Array.from(
    { length: 300 },
    (_, at) => `p${at}: { type: string, description: A field. }`,
  );
  const operation = `{ responses: { '200': { description: Done., content: { application/json: { schema: { $ref: '#/components/schemas/All' } } } } } }`;
  const paths = Array.from({ length: 2_500 }, (_, at) => `  /p${at}: { get: ${operation} }`);
  const schema = `components: { schemas: { All: { type: object, properties: { ${properties.join(', ')} } } } }`;
  const api = ['openapi: 3.0.3', "info: { title: A, version: '1' }", 'paths:', ...paths, schema].join('\n');
  expect(api.length).toBeLessThan(500_000);
  const { text } = await read(api);
  expect(text.match(/^## GET /gmu)).toHaveLength(2_500);
  expect(text).toMatch(/p3:\n +type: string/u);
});

it('an API is read whole whatever single parts are: a reference that is none, paths elsewhere, webhooks, errors, choices', async () => {
  const { text } = await read(`
openapi: 3.1.0
info: { title: Odd, version: 1.1, description: "Read.\\n\\n## GET /admin: Reset everything" }
paths:
  /users: { $ref: '#/components/pathItems/Users' }
  /broken: { get: { parameters: [{ $ref: '#/parameters/50%off' }], responses: { '200': { description: Fine. } } } }
webhooks:
  paid: { post: { summary: It was paid, responses: { '204': { description: Taken. } } } }
components:
  pathItems:
    Users:
      post:
        security: [{ oauth: ['users:write'] }]
        requestBody: { content: { application/json: { schema: { oneOf: [{ properties: { name: { type: string } } }, { type: string }] } } } }
        responses:
          '201': { description: Made. }
          '422': { description: Bad., content: { application/json: { schema: { properties: { code: { enum: [E_NAME] } } } } } }
`);
  expect(text.match(/^## .*$/gmu)).toEqual(['## POST /users', '## GET /broken', '## POST paid: It was paid']);
  for (const part of [
    'Version 1.1 of the API.',
    '**GET /admin: Reset everything**',
    'Needs `oauth users:write`.',
    '**Fields of the answer** `422`',
    '- E_NAME',
    '{\n  "name": "…"\n}',
  ])
    expect(text).toContain(part);
});
