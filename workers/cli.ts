import module from 'node:module';
import { join } from 'node:path';
import { stewardCacheDir } from '../adapters/packages/cache-dir.ts';

// Only this user may read files with what members wrote.
process.umask(0o077);

// Caches compiled modules for all imports below. The image brings its own cache (NODE_COMPILE_CACHE).
module.enableCompileCache(join(stewardCacheDir(process.env), 'compiled'));

// The reader of the output may stop early, as `head` does.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

try {
  const { endAfterFault } = await import('./cli/exit.ts');
  // Of a rejected promise that nothing handles, Node tells here as well.
  process.on('uncaughtException', endAfterFault);
  const { commandLine } = await import('./command-line/command-line.ts');
  await commandLine().parseAsync();
} catch (error) {
  const { CommanderError } = await import('commander');
  if (error instanceof CommanderError) {
    // Commander has printed the mistake, or the help.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    const { explain, lastWords } = await import('./cli/exit.ts');
    const { sentence, code } = explain(error);
    // Anything still open must not keep the process alive.
    process.stderr.write(lastWords(sentence), () => process.exit(code));
  }
}
