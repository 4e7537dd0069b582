import {
  profileNamed,
  projectProfileText,
  profiledSteps,
  type ProjectProfile,
} from '../domain/models/project-profile.ts';
import type { Config } from './schema.ts';

/** Sentences about valid settings that probably do not have the intended effect. */
export const configWarnings = (config: Config): readonly string[] => [
  ...profilesThatAreCut(config),
  ...unknownGroups(config),
];

function unknownGroups({ kb, discord, http }: Config): readonly string[] {
  const known = new Set(kb.sources.map(({ group }) => group));
  const limits: readonly (readonly [string, readonly string[] | null])[] = [
    ...Object.entries(discord.channels).map(
      ([name, { sources }]) => [`discord.channels.${name}`, sources] as const,
    ),
    ['http', http.sources],
  ];
  return limits.flatMap(([path, groups]) =>
    (groups ?? [])
      .filter((group) => !known.has(group))
      .map((group) => `${path}.sources: no source of kb.sources has the group ${group}.`),
  );
}

function profilesThatAreCut({ ai_response: ai }: Config): readonly string[] {
  const profiles: readonly (readonly [string, ProjectProfile])[] = [
    ['ai_response.project_introduction', profileNamed(ai, null)],
    ...Object.keys(ai.profiles).map(
      (name) => [`ai_response.profiles.${name}`, profileNamed(ai, name)] as const,
    ),
  ];
  const maxTokens = ai.token_budgets.system;
  const topics = [null, ...Object.keys(ai.topics)];
  const isCut = (projectProfile: ProjectProfile): boolean =>
    profiledSteps.some((step) =>
      topics.some((subject) => {
        const subjectScenario = subject === null ? '' : (ai.topics[subject]?.scenario ?? '');
        return projectProfileText({ projectProfile, step, subject, subjectScenario, maxTokens }).cut;
      }),
    );
  return profiles
    .filter(([, projectProfile]) => isCut(projectProfile))
    .map(
      ([path]) =>
        `${path}: longer than ai_response.token_budgets.system (${maxTokens}); models do not see the rest.`,
    );
}
