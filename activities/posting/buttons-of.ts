import { answerButtons } from '../../domain/posting/answer-buttons.ts';
import type { Interaction } from '../../domain/reply/interaction.ts';
import type { PostButton } from '../../domain/posting/post-button.ts';
import type { ConversationDeps } from '../deps.ts';

/** The buttons below the last part of an answer, when the config wants them. */
export function buttonsOf(
  { conversation }: Pick<ConversationDeps, 'conversation'>,
  row: Pick<Interaction, 'messageId' | 'reason' | 'channelId'>,
): readonly PostButton[] {
  const { feedbackButtons, texts } = conversation.desk;
  const hasHelpers = conversation.channel(row.channelId)?.helperRoleId != null;
  return feedbackButtons ? answerButtons({ row, texts, hasHelpers }) : [];
}
