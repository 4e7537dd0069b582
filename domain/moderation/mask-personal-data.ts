import { maskCredentials } from '../intake/mask-credentials.ts';
import { masked } from './moderate.ts';
import type { ModerationType } from './moderation-types.ts';
import { findPersonalData } from './personal-data.ts';

const aboutPeople: readonly ModerationType[] = ['email', 'phone', 'card', 'iban', 'national_id'];

/** Credentials and data about people in words like `[email removed]`: `kb.capture_mask: secrets_and_personal`. */
export function maskPersonalData(text: string): string {
  const withoutSecrets = maskCredentials(text);
  const found = findPersonalData(withoutSecrets, 'und').filter(({ type }) => aboutPeople.includes(type));
  return masked(withoutSecrets, found);
}
