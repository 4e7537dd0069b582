import { relative } from 'node:path';

/**
 * What a script of this folder was given. `--help` shows what it is for; what it does not take ends it with a sentence and 2,
 * before it does anything.
 */
export function scriptArguments(about: string, accepts = ''): readonly string[] {
  const [, file = '', ...given] = process.argv;
  const command = `node_modules/.bin/node ${relative(process.cwd(), file)}`;
  if (given.includes('--help') || given.includes('-h')) {
    process.stdout.write(`Usage: ${command} ${accepts}\n\n${about}\n`);
    process.exit(0);
  }
  const unknown = given.find((one) => accepts === '' || one.startsWith('-'));
  if (unknown === undefined) return given;
  process.stderr.write(`'${unknown}' is not known here. ${command} --help shows what is.\n`);
  process.exit(2);
}
