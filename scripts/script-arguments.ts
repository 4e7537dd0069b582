import { relative } from 'node:path';

/**
 * The arguments of a script of this folder. Prints help for `--help`. An unknown argument ends the script with code 2
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
  process.stderr.write(`'${unknown}' is unknown. See ${command} --help.\n`);
  process.exit(2);
}
