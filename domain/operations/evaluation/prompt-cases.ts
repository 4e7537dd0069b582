import { z } from 'zod';
import { decisions, type Decision, type DecisionName } from '../../models/decisions.ts';
import { sectionNames, type PromptSection } from '../../models/prompt-sections.ts';
import { formatTopic } from '../../team/qa-blocks.ts';
import { isQaId, timestampFromQaId } from '../../values/qa-id.ts';
import { isTeamSource } from '../../team/topic-slug.ts';

/** A case of the prompts' suite: a prompt's sections and the expected decision. */
export interface PromptCase {
  readonly decision: DecisionName;
  readonly name: string;
  readonly sections: readonly PromptSection[];
  readonly expected: Readonly<Record<string, Matcher>>;
}

const oneOrMore = z.union([z.string(), z.array(z.string())]);
const matcher = z.union([
  z.strictObject({
    /** Parts of a text, ignoring case, or members of a list. */
    has: oneOrMore.optional(),
    lacks: oneOrMore.optional(),
    any: z.array(z.string()).optional(),
    not: z.union([z.boolean(), z.null()]).optional(),
    filled: z.literal(true).optional(),
    first: z.string().optional(),
    /** Bounds for a number, or for the length of a list. */
    least: z.number().optional(),
    most: z.number().optional(),
  }),
  z.boolean(),
  z.string(),
  z.null(),
  z.array(z.string()),
]);

type Matcher = z.infer<typeof matcher>;

/** `You` is the assistant's turn in between. */
const turns = z.strictObject({ User: z.string(), You: z.string().optional(), Team: z.string() });
const section = z.union([
  z.string(),
  z.array(z.string()),
  z.record(z.string(), z.union([z.string(), turns])),
]);
type Section = z.infer<typeof section>;

const sections = z.partialRecord(z.enum(sectionNames), section);
const file = z.strictObject({
  decision: z.enum(Object.keys(decisions) as [DecisionName, ...DecisionName[]]),
  /** Texts of sources, by their ids. */
  texts: z.record(z.string(), z.string()).default({}),
  /** Shared by all cases. */
  sections: sections.default({}),
  cases: z.array(z.looseObject({ name: z.string(), is: z.record(z.string(), matcher) })),
});

/** Reads the cases of a file of the suite. Throws if the file is malformed. */
export function readPromptCases(parsed: unknown): readonly PromptCase[] {
  const { decision, texts, sections: shared, cases } = file.parse(parsed);
  return cases.map(({ name, is: expected, ...own }) => ({
    decision,
    name,
    expected,
    sections: sectionNames.flatMap((key) =>
      toSections(key, { ...shared, ...sections.parse(own) }[key], texts),
    ),
  }));
}

function toSections(
  name: PromptSection['name'],
  value: Section | undefined,
  texts: Readonly<Record<string, string>>,
): readonly PromptSection[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [{ name, id: null, text: value }];
  const entries = Array.isArray(value)
    ? value.map((id) => [id, texts[id] ?? ''] as const)
    : Object.entries(value);
  const said = entries.filter(([, text]) => typeof text !== 'string');
  if (said.length > 0)
    return [{ name, id: name === 'pair' ? (said[0]?.[0] ?? null) : null, text: topicOf(said) }];
  return entries.map(([id, text]) => {
    const origin = isTeamSource(id) ? 'team' : 'documentation';
    return {
      name,
      id,
      text: typeof text === 'string' ? text : '',
      ...(name === 'source' && { from: origin }),
    };
  });
}

const topicOf = (said: readonly (readonly [string, unknown])[]): string =>
  formatTopic(
    said.map(([id, spoken]) => {
      if (!isQaId(id)) throw new RangeError(`${id} is not the id of a pair`);
      const { User, You, Team } = turns.parse(spoken);
      const said = [
        { label: 'User', text: User } as const,
        ...(You === undefined ? [] : [{ label: 'You', text: You } as const]),
        { label: 'Team', text: Team } as const,
      ];
      return { qaId: id, timestamp: timestampFromQaId(id), turns: said };
    }),
  );

/** The differences between a decision and the expected one, as short texts; empty if there are none. */
export function unmet(
  value: Readonly<Record<string, unknown>>,
  { expected }: Pick<PromptCase, 'expected'>,
): readonly string[] {
  return Object.entries(expected).flatMap(([field, wanted]) => {
    const { actual, against } = derived(value, field, wanted);
    return isMet(actual, against)
      ? []
      : [`${field}: ${JSON.stringify(actual)} instead of ${JSON.stringify(wanted)}`];
  });
}

/** Adds fields for a case's expectations that the decision itself does not have. */
function derived(
  value: Readonly<Record<string, unknown>>,
  field: string,
  wanted: Matcher,
): { readonly actual: unknown; readonly against: Matcher } {
  const { citations = [] } = value as Partial<Decision<'LLMGenerationResult'>>;
  const id = typeof wanted === 'string' ? wanted : '';
  const ids = citations.map(({ source_id }) => source_id);
  if (field === 'cites') return { actual: ids, against: { has: id } };
  if (field === 'does_not_cite') return { actual: ids, against: { lacks: id } };
  if (field === 'cites_pair') {
    return { actual: citations.flatMap(({ qa_ids }) => qa_ids), against: { has: id } };
  }
  if (field === 'differs') {
    const { candidate, ...checks } = value;
    const differs = candidate === null || Object.values(checks).some((check) => check !== true);
    return { actual: differs, against: wanted };
  }
  return { actual: value[field], against: wanted };
}

function isMet(actual: unknown, wanted: Matcher): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(actual) && actual.length === wanted.length && wanted.every((one) => actual.includes(one))
    );
  }
  if (wanted === null) return actual === null || actual === '';
  if (typeof wanted !== 'object') return actual === wanted;
  const { has, lacks, any, not, filled, first, least, most } = wanted;
  const amount = typeof actual === 'number' ? actual : Array.isArray(actual) ? actual.length : 0;
  return (
    all(has).every((one) => holds(actual, one)) &&
    all(lacks).every((one) => !holds(actual, one)) &&
    (any === undefined || any.some((one) => one === actual)) &&
    (not === undefined || actual !== not) &&
    (!filled || (typeof actual === 'string' && actual.trim() !== '')) &&
    (first === undefined || (Array.isArray(actual) && actual[0] === first)) &&
    (least === undefined || amount >= least) &&
    (most === undefined || amount <= most)
  );
}

const all = (wanted: string | readonly string[] | undefined): readonly string[] => [wanted ?? []].flat();

const holds = (actual: unknown, part: string): boolean =>
  Array.isArray(actual)
    ? actual.some((one) => String(one) === part)
    : typeof actual === 'string' && actual.toLowerCase().includes(part.toLowerCase());
