import { cutAtSentence } from '../posting/answer-text.ts';
import { charsPerToken } from '../intake/conversation.ts';

/** What a community tells the model about itself, as `ai_response.profiles` has it. Blank texts say nothing. */
export interface ProjectProfile {
  /** What the project is. */
  readonly project_introduction: string;
  /** Which questions are answered. */
  readonly scope: string;
  /** What is refused, and how. */
  readonly refusal_policy: string;
  readonly tone: string;
  /** By a topic's name: what a model also reads with a question about it, in place of the topic's own text. */
  readonly scenarios: Readonly<Record<string, string>>;
  /** By a topic's name: what a member reads instead of an answer. */
  readonly redirects: Readonly<Record<string, string>>;
  /** The link for members if neither a source nor the topic has one. */
  readonly fallback_url: string | null;
}

/** What the config says of the project where no profile is named, and in each profile. */
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
  scenarios: {},
  redirects: {},
  fallback_url: null,
} as const;

/** A profile of the config; what it leaves out comes from the rest of the config. Null: the profile that says nothing. */
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

/** What an operator tries with one question, instead of what the profile says. */
export type ProjectProfileDraft = Partial<ProjectProfile>;

export const withDraft = (projectProfile: ProjectProfile, draft: ProjectProfileDraft): ProjectProfile => ({
  ...projectProfile,
  ...draft,
  scenarios: { ...projectProfile.scenarios, ...draft.scenarios },
  redirects: { ...projectProfile.redirects, ...draft.redirects },
});

/** The steps that a profile speaks to, and what each of them needs of it. */
const partsOf = {
  gate: ['introduction', 'scope', 'refusal'],
  selection: ['introduction', 'scenario'],
  answer: ['introduction', 'scope', 'refusal', 'tone', 'scenario'],
  verification: ['introduction', 'scope', 'refusal', 'scenario'],
} as const;

export type ProfiledStep = keyof typeof partsOf;

export const profiledSteps = Object.keys(partsOf) as readonly ProfiledStep[];

/** What goes into a step's system message beside its task, and whether something had to be left out. */
export interface ProfileText {
  readonly text: string;
  readonly cut: boolean;
}

/**
 * The profile as a step reads it. What does not fit `maxTokens` is left out from the end, at a sentence; `topicScenario` is
 * the text of the topic itself, for a profile that has none of its own.
 */
export function projectProfileText({
  projectProfile,
  step,
  subject,
  subjectScenario,
  maxTokens,
}: {
  readonly projectProfile: ProjectProfile;
  readonly step: ProfiledStep;
  readonly subject: string | null;
  readonly subjectScenario: string;
  readonly maxTokens: number;
}): ProfileText {
  const scenario = subject === null ? '' : (projectProfile.scenarios[subject] ?? subjectScenario);
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
  const maxChars = maxTokens * charsPerToken;
  return { text: cutAtSentence(whole, maxChars), cut: whole.length > maxChars };
}
