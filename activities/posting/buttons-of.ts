import { answerButtons } from '../../domain/posting/answer-buttons.ts';
import type { Interaction } from '../../domain/reply/interaction.ts';
import type { PostButton } from '../../domain/posting/post-button.ts';
import type { ConversationDeps } from '../deps.ts';

/** The buttons below the last part of an answer, when the config wants them. */
export function buttonsOf(
  { config, channelFor, texts }: Pick<ConversationDeps, 'config' | 'channelFor' | 'texts'>,
  row: Pick<Interaction, 'messageId' | 'reason' | 'channelId'>,
): readonly PostButton[] {
  const hasHelpers = channelFor(row.channelId)?.helper_role_id != null;
  return config.discord.feedback_buttons ? answerButtons({ row, texts: texts.desk, hasHelpers }) : [];
}
