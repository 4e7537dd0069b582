import { recallDecision } from '../values/decisions.ts';
import type { Script } from './scripted-provider.ts';

/** A plain provider: everything is a question, `guide.md` covers it, and each pair goes to one topic. */
export const agreeable: Script = ({ decision, sections }) => {
  switch (decision) {
    case 'LLMGateDecision':
      return { is_question: true, is_answerable: true, rewrite_query: null, reason: 'asks' };
    case 'RecallDecision': {
      const earlier = sections.find(({ name }) => name === 'earlier');
      return recallDecision(earlier?.id ?? null);
    }
    case 'LLMSelectionResult':
      return { look_for: '', selected_source_ids: ['kb:guide.md', 'team:learned.txt'] };
    case 'LLMGenerationResult': {
      const ids = sections.filter(({ name }) => name === 'source').map(({ id }) => id ?? '');
      return {
        answer: 'Set the port to 8080.',
        citations: ids.map((source_id) => ({ source_id, qa_ids: [] })),
      };
    }
    case 'LLMVerificationResult':
      return { is_good_enough: true, issues: [], suggested_fix: null };
    case 'PersonalDataResult':
      return { excerpts: [] };
    case 'LLMTranslationResult':
      return { language: 'eng', translation: null };
    case 'LLMEvaluationResult':
      return { score: 8, reason: '' };
    case 'ComparisonDecision':
      return { issues: [], verdict: 'agrees' };
    case 'PairComparison':
      return { issues: [], verdict: 'unrelated', source_id: null, statement: null };
    case 'LLMTextResult':
      return { text: 'How to set the port.' };
    case 'ClassificationResult':
      return { skip: false, topic_name: 'learned' };
    case 'IntegrationResult':
      return { skip: false, remove_ids: [] };
    case 'ImageSummaryResult':
      return {
        summaries: sections
          .filter(({ name }) => name === 'image')
          .map(({ id }) => {
            const [message_id = '', index = ''] = (id ?? '').split('/');
            return { message_id, image_index: Number(index), summary: `Image ${index} shows E042` };
          }),
      };
  }
};
