import module from 'node:module';
import { join } from 'node:path';
import { stewardCacheDir } from '../adapters/packages/cache-dir.ts';

// What members wrote is for this user alone, in whatever file it stands.
process.umask(0o077);

// What was compiled once is loaded as it is, all that is imported from here on. The image brings a cache of its own (NODE_COMPILE_CACHE).
module.enableCompileCache(join(stewardCacheDir(process.env), 'compiled'));

// Who reads the output may stop early, as `head` does.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

try {
  const { commandLine } = await import('./cli/command-line.ts');
  await commandLine().parseAsync();
} catch (error) {
  const { CommanderError } = await import('commander');
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
