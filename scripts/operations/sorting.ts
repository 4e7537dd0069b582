import { parseTopic } from '../../domain/team/qa-blocks.ts';
import { agreeable } from '../../test/support/provider/agreeable.ts';
import type { Script } from '../../test/support/provider/scripted-provider.ts';

const topics: Readonly<Record<string, string>> = {
  port: 'network',
  backup: 'backups',
  key: 'keys',
  theme: 'appearance',
};

/** Sorts pairs by a word of theirs, and removes all others when "everything has changed". */
export const sorting: Script = (call) => {
  const pair = call.text('pair').toLowerCase();
  if (call.decision === 'ClassificationResult') {
    const word = Object.keys(topics).find((key) => pair.includes(key)) ?? '';
    return { skip: false, topic_name: topics[word] ?? 'general' };
  }
  if (call.decision === 'IntegrationResult') {
    const others = parseTopic(call.text('topic')).pairs.map(({ qaId }) => qaId);
    return { skip: false, remove_ids: pair.includes('everything has changed') ? others : [] };
  }
  if (call.decision === 'LLMTextResult') return { text: 'What the team has said about this.' };
  return agreeable(call);
};
