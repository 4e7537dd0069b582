import { afterAll, onTestFinished } from 'vitest';

type CleanUp = () => Promise<void> | void;

const atTheEnd: CleanUp[] = [];

/** Runs when the test has ended, or, called from a `beforeAll`, when the file's tests have. Latest first. */
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
