import { CommanderError } from 'commander';
import { commandLine } from './cli/command-line.ts';

// What members wrote is for this user alone, in whatever file it stands.
process.umask(0o077);

// Who reads the output may stop early, as `head` does.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

try {
  await commandLine().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has said what is wrong, or has shown the help that was asked for.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    const { explain } = await import('./cli/exit.ts');
    const { sentence, code } = explain(error);
    // What was half open when it failed must not keep the process.
    process.stderr.write(`${sentence}\n`, () => process.exit(code));
  }
}
