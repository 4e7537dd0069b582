import { readFileSync } from 'node:fs';
import { fastify, type FastifyRequest } from 'fastify';

interface Issue {
  readonly number: number;
  readonly html_url: string;
  readonly body: string;
}

/** GitHub's description of its calls about issues, from `@octokit/openapi` by `scripts/github-api.ts`. */
const api = JSON.parse(readFileSync(new URL('github-api.json', import.meta.url), 'utf8')) as {
  readonly query: object;
  readonly body: object;
  /** GitHub's example. */
  readonly issue: object;
};

/** GitHub's two calls about issues. Refuses what GitHub's description does not allow, and records requests and issues. */
export async function startGithub({
  status = 200,
  replyHeaders = {},
}: { readonly status?: number; readonly replyHeaders?: Readonly<Record<string, string>> } = {}) {
  const issues: Issue[] = [];
  const asked: { readonly method: string; readonly headers: FastifyRequest['headers'] }[] = [];
  let losesNextAnswer = false;
  const app = fastify({ forceCloseConnections: true, ajv: { customOptions: { allowUnionTypes: true } } });
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    asked.push({ method, headers });
    if (status !== 200) return reply.code(status).headers(replyHeaders).send({});
  });
  const url = '/repos/:owner/:repo/issues';
  const querystring = { type: 'object', properties: api.query, additionalProperties: false };
  app.get<{ Querystring: { readonly page: number; readonly per_page: number } }>(
    url,
    { schema: { querystring } },
    async ({ query: { page, per_page: size } }) =>
      issues
        .toReversed()
        .slice((page - 1) * size, page * size)
        .map((issue) => ({ ...api.issue, ...issue })),
  );
  app.post<{ Body: { readonly body: string } }>(
    url,
    { schema: { body: api.body } },
    async (request, reply) => {
      const { body } = request.body;
      const made = { number: issues.length + 1, html_url: `https://github.test/${issues.length + 1}`, body };
      issues.push(made);
      if (losesNextAnswer) {
        losesNextAnswer = false;
        request.raw.socket.destroy();
      }
      return reply.code(201).send({ ...api.issue, ...made });
    },
  );
  const apiUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    apiUrl,
    issues,
    asked,
    close: () => void app.close(),
    loseNextAnswer: () => (losesNextAnswer = true),
  };
}
