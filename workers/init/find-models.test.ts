import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { findModels } from './find-models.ts';

async function ollama(answer: string): Promise<string> {
  const server = createServer(({ url }, response) => response.end(url === '/v1/models' ? answer : 'no'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('finds the models of an Ollama, and one of OpenAI where its key is set', async () => {
  const host = await ollama('{"object":"list","data":[{"id":"llama3.2:3b"},{"id":"qwen3:8b"}]}');
  const found = await findModels({ OLLAMA_HOST: host, OPENAI_API_KEY: 'sk-1' });
  expect(found.map(({ model, baseUrl }) => `${model} ${baseUrl}`)).toEqual([
    `llama3.2:3b http://${host}/v1`,
    `qwen3:8b http://${host}/v1`,
    'gpt-4.1-mini https://api.openai.com/v1',
  ]);
});

it('finds none where another program has the port, or nothing answers', async () => {
  expect(await findModels({ OLLAMA_HOST: await ollama('<html>hello</html>') })).toEqual([]);
  expect(await findModels({ OLLAMA_HOST: '127.0.0.1:9' })).toEqual([]);
});
