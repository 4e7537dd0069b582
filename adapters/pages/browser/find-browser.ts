import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { pageFailure } from '../network/page-failure.ts';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
];

/** The configured browser, or the first Chromium on the PATH. Throws a final `PortError` if there is none. */
export async function findBrowser(
  configured: string | null,
  path = process.env['PATH'] ?? '',
): Promise<string> {
  if (configured !== null) {
    if (await isProgram(configured)) return configured;
    throw pageFailure(
      'browser_missing',
      `${configured} (pages.browser_path) cannot be started. Name another program, or none to search the PATH.`,
    );
  }
  // A relative entry would run whatever is in the current folder.
  for (const folder of path.split(delimiter).filter((one) => isAbsolute(one))) {
    for (const name of names) {
      if (await isProgram(join(folder, name))) return join(folder, name);
    }
  }
  throw pageFailure(
    'browser_missing',
    'The source says `render: true`, but no Chromium is on the PATH. Install one, or name it in pages.browser_path.',
  );
}

const isProgram = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
