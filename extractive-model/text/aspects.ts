import type { QaPair } from '../../domain/team/qa-pair.ts';
import { turnsText } from '../pairs.ts';

/** What a question wants to know, and how an answer that tells it looks. */
const aspects: readonly { readonly asks: RegExp; readonly tells: RegExp }[] = [
  {
    asks: /\bhow long\b/iu,
    tells: /\b(?:second|minute|hour|day|week|month|year|forever|instant|immediate)|\d\s?(?:ms|s|h|d)\b/iu,
  },
  {
    asks: /\bhow (?:much|many)\b/iu,
    tells:
      /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|none|no|free|unlimited|as many|as much)\b/iu,
  },
  {
    asks: /\bhow often\b/iu,
    tells:
      /\b(?:every|each|per|once|twice|times|daily|weekly|monthly|yearly|hourly|first|last|always|never)\b/iu,
  },
];

/** Whether a pair may tell what is asked: "how long is the course?" is not answered by what it costs. */
export const tellsWhatIsAsked = (question: string, pair: QaPair): boolean =>
  aspects.every(
    ({ asks, tells }) =>
      !asks.test(question) || asks.test(turnsText(pair, 'User')) || tells.test(turnsText(pair, 'Team')),
  );
