import { profileNamed, profileText, profiledSteps, type Profile } from '../domain/reply/profile.ts';
import type { Config } from './schema.ts';

/** What is allowed and still worth a word at the start: a sentence each. */
export function configWarnings({ ai_response: ai }: Config): readonly string[] {
  const profiles: readonly (readonly [string, Profile])[] = [
    ['ai_response.project_introduction', profileNamed(ai, null)],
    ...Object.keys(ai.profiles).map(
      (name) => [`ai_response.profiles.${name}`, profileNamed(ai, name)] as const,
    ),
  ];
  const maxTokens = ai.token_budgets.system;
  const topics = [null, ...Object.keys(ai.topics)];
  const isCut = (profile: Profile): boolean =>
    profiledSteps.some((step) =>
      topics.some((subject) => {
        const subjectScenario = subject === null ? '' : (ai.topics[subject]?.scenario ?? '');
        return profileText({ profile, step, subject, subjectScenario, maxTokens }).cut;
      }),
    );
  return profiles
    .filter(([, profile]) => isCut(profile))
    .map(
      ([path]) =>
        `${path}: longer than ai_response.token_budgets.system (${maxTokens}); models do not get its end.`,
    );
}
