import { sep } from 'node:path';

/** Whether a real path lies below a real folder. Both have been through `realpath`. */
export const isInside = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
