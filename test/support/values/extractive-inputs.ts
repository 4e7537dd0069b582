import type { PromptSection, SectionName } from '../../../domain/models/prompt-sections.ts';
import type { QaPair } from '../../../domain/team/qa-pair.ts';
import { qaIdFromTimestamp } from '../../../domain/values/qa-id.ts';

/** Inputs of the extractive model. */
export const section = (name: SectionName, text: string, id: string | null = null): PromptSection => ({
  name,
  id,
  text,
});

/** A pair that was captured at this minute. */
export const pairAt = (minute: number, asked: string, said: string): QaPair => {
  const timestamp = `2026-02-01T03:${String(minute).padStart(2, '0')}:00Z`;
  const turns = [
    { label: 'User', text: asked },
    { label: 'Team', text: said },
  ] as const;
  return { qaId: qaIdFromTimestamp(timestamp), timestamp, turns };
};
