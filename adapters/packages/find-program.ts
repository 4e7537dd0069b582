import { access, constants, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Whether a path is a file that this process may run. */
export const isProgram = (path: string): Promise<boolean> =>
  Promise.all([stat(path), access(path, constants.X_OK)]).then(
    ([stats]) => stats.isFile(),
    () => false,
  );

/** The path of the first of these programs on a PATH, or null. */
export async function findOnPath(names: readonly string[], path: string): Promise<string | null> {
  // A relative entry would run whatever is in the current folder.
  for (const folder of path.split(delimiter).filter((one) => isAbsolute(one)))
    for (const name of names) if (await isProgram(join(folder, name))) return join(folder, name);
  return null;
}
