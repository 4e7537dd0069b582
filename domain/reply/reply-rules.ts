/**
 * What the answers of a reply's steps have to hold, whatever the config's prompts say: these fields lead the graph, so their
 * meaning is not a prompt's to change.
 */
export const gateRules: readonly string[] = [
  '`topic`: of the line in `topics` that the question belongs to, the first name; null if none fits.',
  '`subject_changed`: false only if the question goes on about what you (You:) answered last in `conversation`.',
];

export interface GenerationLimits {
  /** How often generation may look something up before it has to answer; 0 takes the tools away. */
  readonly toolSteps: number;
  /** Steward has asked back in this conversation before. */
  readonly asksAgain: boolean;
}

export const generationRules = ({ toolSteps, asksAgain }: GenerationLimits): readonly string[] => [
  '`answer_type`: `answer`; `elsewhere` if a source says that another place is there for this, which `answer` names; ' +
    '`out_of_scope`, with `answer` null, if it has nothing to do with this project' +
    (asksAgain
      ? '. Never `clarifying`: you have asked back before.'
      : '; `clarifying` if only the member can say what is missing, with one short question back as `answer`.'),
  '`confidence`: from 0 to 10, how surely the sources hold the answer.',
  'A source with from="team" is newer than the documentation: where they contradict each other, the team is right.',
  toolSteps > 0
    ? '`tool_calls`: empty, unless the sources lack something that can be looked up; then `answer` is null. `search`: words ' +
      'to find in the knowledge base. `read`: the id of a source that `tool` found. `check_url`: an address that a ' +
      `source holds. You are asked again with what they found, ${toolSteps} more times at most.`
    : '`tool_calls`: an empty list; nothing more can be looked up.',
];

export const repairRules: readonly string[] = [
  '`draft` is your answer before, which was rejected for what stands in `objections`. Mend it from the sources; if they do not ' +
    'hold what is needed, `answer` is null.',
];
