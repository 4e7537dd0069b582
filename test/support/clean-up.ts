import { afterAll, onTestFinished } from 'vitest';

type CleanUp = () => Promise<void> | void;

const atTheEnd: CleanUp[] = [];

/** Runs after the test or, if called from a `beforeAll`, after the file's tests. The latest call runs first. */
export function cleanUp(work: CleanUp): void {
  try {
    onTestFinished(work);
  } catch {
    atTheEnd.push(work);
  }
}

afterAll(async () => {
  for (const work of atTheEnd.splice(0).toReversed()) await work();
});
