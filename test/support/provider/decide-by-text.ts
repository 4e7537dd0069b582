import { createHash } from 'node:crypto';
import type { Decision, DecisionName } from '../../../domain/models/decisions.ts';
import type { PromptSection, SectionName } from '../../../domain/models/prompt-sections.ts';

/**
 * A model whose decisions depend only on what it is shown and differ for every text: it skips or keeps a pair, and
 * removes any pairs that it sees. A pair that says "topic alpha" belongs to that topic, one that says "topic none" to
 * none. `of256` is in how many of 256 texts it skips the pair, and removes another.
 */
export const decideByText =
  (seed: number, of256: { readonly skips: number; readonly removes: number } = { skips: 60, removes: 80 }) =>
  ({
    decision,
    sections,
  }: {
    readonly decision: DecisionName;
    readonly sections: readonly PromptSection[];
  }): Decision<DecisionName> => {
    const text = (wanted: SectionName) => sections.find(({ name }) => name === wanted)?.text ?? '';
    const topic = /topic (\w+)/u.exec(text('pair'))?.[1] ?? 'none';
    if (decision === 'LLMTextResult')
      return { text: `About ${text('topic').length} characters.`, questions: [] };
    if (decision === 'ClassificationResult') {
      return { skip: topic === 'none', topic_name: topic === 'none' ? '' : topic };
    }
    const bytes = createHash('sha256')
      .update(`${seed}${text('topic')}${text('pair')}`)
      .digest();
    const ids = [...text('topic').matchAll(/^id: (qa_\S+)/gmu)].map((match) => match[1] ?? '');
    const isChosen = (at: number) => (bytes[1 + (at % 31)] ?? 0) < of256.removes;
    return { skip: (bytes[0] ?? 0) < of256.skips, remove_ids: ids.filter((_, at) => isChosen(at)) };
  };
