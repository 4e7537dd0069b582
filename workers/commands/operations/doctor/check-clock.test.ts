import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { clockFinding, discordClock } from './check-clock.ts';

it('a clock is compared with the date of an answer of Discord', async () => {
  const server = createServer((_, response) => {
    response.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString());
    response.end('{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ahead = (await discordClock(`http://127.0.0.1:${port}`)) ?? 0;
  expect(ahead).toBeGreaterThan(3_500_000);
  expect(clockFinding("Discord's", ahead)).toMatchObject([
    {
      severity: 'problem',
      message: expect.stringMatching(/^this host's clock is 3\d{3} s behind Discord's/u),
    },
  ]);
});

it('seconds are no finding, a minute is a warning, and an answer without a date tells nothing', async () => {
  expect(clockFinding("Temporal's", 5_000)).toEqual([]);
  expect(clockFinding("Temporal's", -60_000)).toMatchObject([{ severity: 'warning' }]);
  expect(await discordClock('http://127.0.0.1:1')).toBe(null);
});
