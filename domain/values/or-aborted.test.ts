import { expect, it } from 'vitest';
import { orAborted } from './or-aborted.ts';

const endless = new Promise<never>(() => {});
const reason = new Error('stopped');

it('gives the result of the work', async () => {
  expect(await orAborted(new AbortController().signal, Promise.resolve(7))).toBe(7);
});

it('rejects with the reason of the signal, whether it aborts meanwhile or has aborted before', async () => {
  const controller = new AbortController();
  const waiting = orAborted(controller.signal, endless);
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(orAborted(controller.signal, endless)).rejects.toBe(reason);
  await expect(orAborted(controller.signal, Promise.resolve(7))).rejects.toBe(reason);
});

it('leaves no rejection of the work unhandled', async () => {
  await expect(orAborted(AbortSignal.abort(reason), Promise.reject(new Error('late')))).rejects.toBe(reason);
});
