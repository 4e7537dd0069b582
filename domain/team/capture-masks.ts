import { maskCredentials } from '../intake/mask-credentials.ts';
import { maskPersonalData } from '../moderation/mask-personal-data.ts';

/** What `kb.capture_mask` takes out of captured text. */
export const captureMasks = {
  secrets: maskCredentials,
  secrets_and_personal: maskPersonalData,
  none: (text: string) => text,
} as const satisfies Readonly<Record<string, (text: string) => string>>;
