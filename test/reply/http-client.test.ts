import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generateSource } from 'oazapfts';
import { expect, it, onTestFinished } from 'vitest';
import { browserPath, launchBrowser } from '../support/discord/page-browser.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import { keys, serve } from '../support/serve.ts';
import { testFolder } from '../support/storage/test-store.ts';

const docs = new URL('../../docs/http.md', import.meta.url);
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const run = promisify(execFile);

/** A program of an integrator's. What it may not write is an error of the type checker where it is marked, and only there. */
const program = `
import { ask, defaults, vote } from './client.ts';

const [url = '', key = ''] = process.argv.slice(2);
defaults.baseUrl = url;
defaults.headers = { authorization: \`Bearer \${key}\` };

const asked = await ask({ question: 'How do I set the port?', request_id: 'one' });
if (asked.status !== 200) throw new Error(asked.data.message);
const { answer, answer_id, outcome, citations, conversation_id } = asked.data;
const pages: readonly { title: string; url: string | null }[] = citations;
const isAnswered: boolean = outcome === 'answered';
// @ts-expect-error An answer may be missing.
answer.length;
// @ts-expect-error There is no such outcome.
outcome === 'lost';
// @ts-expect-error A question is text.
const wrong = await ask({ question: 5 });
// @ts-expect-error A vote says whether it helped.
const unclear = await vote({ answer_id });
const follow = await ask({ question: 'And on Windows?', conversation_id: conversation_id ?? '' });
const voted = await vote({ answer_id, helpful: true });
console.log(JSON.stringify([answer, isAnswered, pages, follow.status, voted.status, wrong.status, unclear.status, wrong.status === 400 && wrong.data.code]));
`;

it('the OpenAPI description generates a client whose types hold against the server', async () => {
  const { url } = await serve({ model: await startScriptedModel(agreeable) });
  const folder = testFolder();
  const description = join(folder, 'openapi.json');
  writeFileSync(description, await (await fetch(`${url}/v1/openapi.json`)).text());
  symlinkSync(modules, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder, 'client.ts'), await generateSource(description));
  writeFileSync(join(folder, 'program.ts'), program);
  const options =
    '--noEmit --strict --module nodenext --target esnext --lib esnext,dom --types node --skipLibCheck';
  const tsc = [join(modules, 'typescript/bin/tsc'), ...options.split(' '), '--allowImportingTsExtensions'];
  const checked = await run(process.execPath, [...tsc, 'program.ts'], { cwd: folder }).catch(
    (failed: { readonly stdout: string }) => failed,
  );
  expect(checked.stdout).toBe('');
  const { stdout } = await run(process.execPath, ['program.ts', url, keys.secret], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual([
    'Set the port to 8080.',
    true,
    [{ title: 'Guide', url: null }],
    200,
    204,
    400,
    400,
    'bad_request',
  ]);
});

it.skipIf(browserPath === null)(
  'the page of the docs asks, shows the answer and follows up in a browser',
  async () => {
    const served = createServer(
      (_, response) => void response.setHeader('content-type', 'text/html').end(html),
    );
    await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void served.close());
    const origin = `http://127.0.0.1:${(served.address() as AddressInfo).port}`;
    const model = await startScriptedModel(agreeable);
    const { url, steward } = await serve({ model, origins: [origin] });
    const [, shown = ''] = /```html\n([\s\S]*?)```/u.exec(readFileSync(docs, 'utf8')) ?? [];
    const html = shown
      .replace('https://steward.example.com', url)
      .replace('docs-site-5f2c9a71e0b4', keys.page);
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(origin);
    const ask = async (question: string) => {
      await page.fill('input', question);
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.click('#ask button');
      return (await answered).json() as Promise<Record<string, string>>;
    };
    const first = await ask('How do I set the port?');
    await page.getByText('Set the port to 8080.').waitFor();
    expect(await page.textContent('#answer')).toBe('Set the port to 8080.Guide');
    const voted = page.waitForResponse((response) => response.url().endsWith('/v1/votes'));
    await page.click('#helpful');
    expect((await voted).status()).toBe(204);
    expect(await steward.storage.records.votesOn([first['answer_id'] ?? ''])).toMatchObject([
      { helpful: true },
    ]);
    const second = await ask('And on Windows?');
    expect(second['conversation_id']).toBe(first['conversation_id']);
    await steward.storage.erasure.erase({ userId: first['visitor_id'] ?? '' });
    await ask('And on macOS?');
    await page.getByText('Set the port to 8080.').waitFor();
    await page.route(`${url}/**`, (route) => route.abort());
    await page.fill('input', 'Anybody?');
    await page.click('#ask button');
    await page.getByText('No answer can be given right now.').waitFor();
  },
);
