import type { CommunityEvent } from '../../domain/operations/community-events.ts';
import { harmlessJson } from '../../adapters/terminal/harmless.ts';
import { eventText } from '../../adapters/terminal/render.ts';

export type Stage = ReturnType<typeof createStage>;

/** Collects events and shows them: as lines of JSON, or as text for a person. */
export function createStage({ json }: { readonly json: boolean }) {
  const events: CommunityEvent[] = [];
  let print = (line: string): void => void process.stdout.write(`${line}\n`);
  return {
    events: events as readonly CommunityEvent[],
    report: (event: CommunityEvent): void => {
      events.push(event);
      print(json ? harmlessJson(event) : eventText(event));
    },
    /** Shows later events by this instead of on standard output. */
    showOn: (next: (line: string) => void): void => void (print = next),
  };
}
