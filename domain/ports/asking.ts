import type { Interaction } from '../reply/interaction.ts';
import type { ReplyStatus } from '../reply/reply-status.ts';

export interface Asked {
  /** Chosen by who asks: the same id finds the same run, for as long as its row is kept. */
  readonly requestId: string;
  /** Who asks, for budgets: never a person's name or a key. */
  readonly askedBy: string;
  readonly question: string;
}

/** A question on its way, through a run like any other. It goes on whether anybody waits for it or not. */
export interface AskedRun {
  /** What the reply is at; null when nobody can tell, or when it has ended. */
  readonly status: () => Promise<ReplyStatus | null>;
  /** The row, once the run has ended. Rejects with a `PortError` when it cannot be waited for. */
  readonly row: Promise<Interaction>;
}

export interface Asking {
  /** Null: the id belongs to another question. */
  ask(asked: Asked): Promise<AskedRun | null>;
}
