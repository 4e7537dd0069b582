import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with one plain line that people and machines can read: `N passed, N failed`, and what was skipped. */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const count = (state: (typeof states)[number]) => states.filter((one) => one === state).length;
    // A file that does not load has no tests, and must not pass for a file that passed.
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.errors().length > 0,
    ).length;
    const failed = count('failed') + broken + errors.length;
    const skipped = count('skipped');
    process.stdout.write(
      `\n${count('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
    );
  }
}
