import { createHash } from 'node:crypto';
import type { Snapshot } from '../../domain/intake/snapshot.ts';
import type { LibraryDeps } from '../deps.ts';
import { stepRun } from '../heartbeat.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { currentSnapshot } from './current-snapshot.ts';
import { attachedImages, isImage, type AttachedImage } from '../../domain/intake/attachments.ts';
import { aboutProject } from '../../domain/models/compose-prompt.ts';
import { systemMessage } from '../models/system-message.ts';
import { renderConversation } from '../../domain/intake/conversation.ts';
import type { ImageSummary } from '../../domain/team/form-pair.ts';
import { maskCredentials } from '../../domain/intake/mask-credentials.ts';
import { mergeById, type Message } from '../../domain/intake/message.ts';
import type { Decision } from '../../domain/models/decisions.ts';
import type { PromptSection } from '../../domain/models/prompt-sections.ts';
import { loadImages } from '../intake/fetch-attachment.ts';

/** Images are looked at before the raw write, because the raw archive is never changed afterwards. */
export async function summarizeImages(deps: LibraryDeps, { snapshotId }: { readonly snapshotId: string }) {
  const snapshot = await currentSnapshot(deps, await requireSnapshot(deps, snapshotId));
  const images = [...snapshot.history, ...snapshot.batch].flatMap(({ attachments }) =>
    attachments.filter(isImage),
  );
  const described = images.length === 0 ? [] : await describeImages(deps, snapshot);
  // Others are represented by their file names: images are off, or models cannot read their format.
  return { images: images.length, described: described.length };
}

const imagesPerCall = 4;

/**
 * Summaries of a conversation's images; none if images are off. Each is saved by the attachment's id, so a retry, a
 * Reset and a later capture of the same conversation do not ask again.
 */
export async function describeImages(
  deps: LibraryDeps,
  { history, batch }: Pick<Snapshot, 'history' | 'batch'>,
): Promise<readonly ImageSummary[]> {
  if (!deps.config.ai_response.llm_enable_image) return [];
  const messages = mergeById([...history, ...batch]).filter(
    ({ author, isSystem }) => author.kind !== 'bot' && !isSystem,
  );
  const images = attachedImages(messages);
  const summaryByImage = new Map<string, string>();
  const unknown: AttachedImage[] = [];
  const summaries = await deps.records.cachedDecisions(images.map((image) => keyOf(deps, image)));
  for (const [at, image] of images.entries()) {
    const summary = summaries[at] ?? null;
    if (summary === null) unknown.push(image);
    else summaryByImage.set(image.attachment.id, summary);
  }
  for (let at = 0; at < unknown.length; at += imagesPerCall) {
    const someImages = unknown.slice(at, at + imagesPerCall);
    const answered = await ask(deps, messages, someImages);
    for (const [index, image] of someImages.entries()) {
      const summary = answered[index] ?? '';
      await deps.records.cacheDecision(keyOf(deps, image), summary);
      summaryByImage.set(image.attachment.id, summary);
    }
  }
  return images.map(({ messageId, imageIndex, attachment }) => ({
    messageId,
    imageIndex,
    summary: summaryByImage.get(attachment.id) ?? '',
  }));
}

/** One summary for each image, in their order. */
async function ask(
  { pages, model, config }: LibraryDeps,
  messages: readonly Message[],
  asked: readonly AttachedImage[],
): Promise<readonly string[]> {
  const { signal } = stepRun();
  const images = await loadImages(asked, { pages, config: config.ai_response, maxRetries: 0, signal });
  const decision = 'ImageSummaryResult';
  const sections = [...messages.map(messageSection), ...asked.map(imageSection)];
  const about = aboutProject(config.ai_response.project_introduction);
  const { value } = await model.decide({
    decision,
    system: systemMessage(config, { decision, sections, about }),
    sections,
    images,
    accept: (answer) => asked.every((image) => summaryOf(image, answer) !== ''),
    maxRetries: 0,
    signal,
  });
  return asked.map((image) => summaryOf(image, value));
}

const summaryOf = (
  { messageId, imageIndex }: AttachedImage,
  { summaries }: Decision<'ImageSummaryResult'>,
): string =>
  summaries.find((one) => one.message_id === messageId && one.image_index === imageIndex)?.summary.trim() ??
  '';

const messageSection = (message: Message): PromptSection => ({
  name: 'message',
  id: message.id,
  text: maskCredentials(renderConversation([message])),
});

const imageSection = ({ messageId, imageIndex, attachment }: AttachedImage): PromptSection => ({
  name: 'image',
  id: `${messageId}/${imageIndex}`,
  text: attachment.fileName,
});

const keyOf = ({ model, config }: LibraryDeps, { attachment }: AttachedImage): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        'image',
        attachment.id,
        model.modelFor('ImageSummaryResult'),
        config.kb.team_image_summary_prompt,
      ]),
    )
    .digest('hex');
