import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { keys, serve } from '../support/serve.ts';

const run = promisify(execFile);
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };

/** What others check MCP servers with, fetched for this alone: 160 MB, and none of their scripts run. */
async function fetched(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'steward-mcp-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const names = ['@modelcontextprotocol/inspector@2.12.0', '@modelcontextprotocol/conformance@0.1.16'];
  const options = ['--prefix', dir, '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  await run('npm', ['install', ...options, ...names], { env });
  return join(dir, 'node_modules');
}

/** Hands requests on with the key: the conformance suite knows none. */
async function withKey(url: string): Promise<string> {
  const handOn = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray());
    const { host: _, connection: __, ...headers } = request.headers;
    const answer = await fetch(`${url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { ...(headers as Record<string, string>), authorization: `Bearer ${keys.secret}` },
      ...(body.length > 0 && { body }),
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  const server = createServer((request, response) => void handOn(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

it('the inspector lists and calls the tools, and the conformance suite finds nothing', async () => {
  const model = await startScriptedModel(agreeable);
  const { url } = await serve({ model });
  const modules = await fetched();
  const inspect = async (...args: readonly string[]) => {
    const header = `Authorization: Bearer ${keys.secret}`;
    const program = join(modules, '.bin/mcp-inspector');
    const { stdout } = await run(
      process.execPath,
      [program, '--cli', `${url}/mcp`, '--transport', 'http', '--header', header, ...args],
      { env },
    );
    return JSON.parse(stdout) as { readonly tools?: readonly { readonly name: string }[] } & object;
  };
  const { tools = [] } = await inspect('--method', 'tools/list');
  expect(tools.map(({ name }) => name)).toEqual(['search_knowledge', 'read_source', 'ask']);
  const call = ['--method', 'tools/call', '--tool-name', 'search_knowledge', '--tool-arg'];
  expect(await inspect(...call, 'query=port')).toMatchObject({
    structuredContent: { hits: [{ source_id: expect.stringMatching(/^kb:/) }] },
  });

  const address = await withKey(url);
  const suite = join(modules, '@modelcontextprotocol/conformance/dist/index.js');
  for (const scenario of ['server-initialize', 'ping', 'tools-list']) {
    const args = [suite, 'server', '--url', address, '--scenario', scenario];
    // It writes what it found into the folder that it runs in.
    const { stdout } = await run(process.execPath, args, { env, cwd: modules });
    expect([scenario, stdout]).toEqual([scenario, expect.stringMatching(/Passed: (\d+)\/\1, 0 failed/u)]);
  }
});
