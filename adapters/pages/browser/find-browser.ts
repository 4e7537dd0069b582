import { findOnPath, isProgram } from '../../packages/find-program.ts';
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
  const programPath = await findOnPath(names, path);
  if (programPath !== null) return programPath;
  throw pageFailure(
    'browser_missing',
    'The source says `render: true`, but no Chromium is on the PATH. Install one, or name it in pages.browser_path.',
  );
}
