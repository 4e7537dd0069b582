import { expect, it } from 'vitest';
import { generation } from '../../../test/support/values/decisions.ts';
import { play, yes } from '../../../test/support/steps/play-graph.ts';

it("a link that holds somebody's key is said without it, and one with a placeholder as it is", async () => {
  const said = async (answer: string) =>
    (await play({ ...yes, LLMGenerationResult: generation({ answer }) }).result).reply_text;
  const key = 'ghp_1234567890abcdefghijklmnopqrstuvwxyzAB';
  expect(await said(`Get it from https://mirror.example.com/tool.zip?token=${key} now.`)).not.toContain(key);
  expect(await said('Get it from https://anna:q7Zt2LmX9vB4@host.example.com/tool.')).not.toContain(
    'q7Zt2LmX9vB4',
  );
  const placeholder = 'Send `curl https://api.example.com/list?api_key=YOUR_API_KEY`.';
  expect(await said(placeholder)).toBe(placeholder);
});
