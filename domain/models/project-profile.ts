import { charsPerToken, cutAtSentence } from '../values/text.ts';

/** A community's description of itself for the model, as in `ai_response.profiles`. Blank texts are ignored. */
export interface ProjectProfile {
  readonly project_introduction: string;
  /** The questions that are answered. */
  readonly scope: string;
  /** What is refused, and how. */
  readonly refusal_policy: string;
  readonly tone: string;
  /** The link for members if neither a source nor the topic has one. */
  readonly fallback_url: string | null;
}

/** The project's description in the config: the general one and the profiles. */
interface Profiles {
  readonly project_introduction: string;
  readonly profiles: Readonly<
    Record<
      string,
      Omit<ProjectProfile, 'project_introduction'> & { readonly project_introduction: string | null }
    >
  >;
}

const noProfile = {
  scope: '',
  refusal_policy: '',
  tone: '',
  fallback_url: null,
} as const;

/** A profile of the config, completed by the rest of the config. Null gives the empty profile. */
export function profileNamed(
  { project_introduction, profiles }: Profiles,
  name: string | null,
): ProjectProfile {
  const projectProfile = name === null ? undefined : profiles[name];
  return {
    ...(projectProfile ?? noProfile),
    project_introduction: projectProfile?.project_introduction ?? project_introduction,
  };
}

/** The steps that read a profile, and the parts that each of them reads. */
const partsOf = {
  gate: ['introduction', 'scope', 'refusal'],
  selection: ['introduction', 'scenario'],
  answer: ['introduction', 'scope', 'refusal', 'tone', 'scenario'],
  verification: ['introduction', 'scope', 'refusal', 'scenario'],
} as const;

export type ProfiledStep = keyof typeof partsOf;

/**
 * The profile's text for a step. A text that exceeds `maxTokens` is cut at a sentence. `scenario` is the topic's own text.
 */
export function projectProfileText({
  projectProfile,
  step,
  subject,
  scenario,
  maxTokens,
}: {
  readonly projectProfile: ProjectProfile;
  readonly step: ProfiledStep;
  readonly subject: string | null;
  readonly scenario: string;
  readonly maxTokens: number;
}): string {
  const parts = {
    introduction: ['About this project:', projectProfile.project_introduction],
    scope: ['Answer only what belongs to this:', projectProfile.scope],
    refusal: ['What not to answer:', projectProfile.refusal_policy],
    tone: ['Tone of answers:', projectProfile.tone],
    scenario: [`For questions about ${subject}:`, scenario],
  } as const;
  const whole = partsOf[step]
    .map((name) => parts[name])
    .filter(([, text]) => text.trim() !== '')
    .map(([heading, text]) => `${heading}\n${text.trim()}`)
    .join('\n\n');
  return cutAtSentence(whole, maxTokens * charsPerToken);
}
