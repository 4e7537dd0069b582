import type { Profile } from '../domain/reply/profile.ts';
import type { Config } from './schema.ts';

type AiResponse = Config['ai_response'];

/** A profile of the config with what it leaves to the rest of it; `undefined` is one that says nothing. */
export const profileOf = (ai: AiResponse, profile: AiResponse['profiles'][string] | undefined): Profile => ({
  projectIntroduction: profile?.project_introduction ?? ai.project_introduction,
  scope: profile?.scope ?? '',
  refusalPolicy: profile?.refusal_policy ?? '',
  tone: profile?.tone ?? '',
  scenarios: profile?.scenarios ?? {},
  redirects: profile?.redirects ?? {},
  fallbackUrl: profile?.fallback_url ?? null,
});

export const profilesOf = (ai: AiResponse): Readonly<Record<string, Profile>> =>
  Object.fromEntries(Object.entries(ai.profiles).map(([name, profile]) => [name, profileOf(ai, profile)]));
