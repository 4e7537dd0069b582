import type { SettingChange, SettingPath } from './setting-changes.ts';

export interface ListedChannel {
  /** As the settings list it: its id or its name. */
  readonly name: string;
  readonly mode: 'all' | 'mention';
  readonly when_unknown: 'silent' | 'say_so' | 'hand_over';
  readonly how_sure: number | null;
  /** Groups; null for all. */
  readonly sources: readonly string[] | null;
}

/** An entry of `kb.sources`. */
export interface ListedSource {
  /** Its address, or its folder. */
  readonly address: string;
  readonly group: string | null;
  readonly version: string | null;
  /** `file`: it can be paused; `page`: it can be removed; `paused`: the file names it, and a moderator has paused it. */
  readonly state: 'file' | 'page' | 'paused';
}

export interface ShownChange extends SettingChange {
  /** `in_force`, no more, or invalid beside the file and the other changes. */
  readonly state: 'in_force' | 'over' | 'set_aside';
  /** What the file, the environment or the default says; null for a source. */
  readonly otherwise: string | null;
}

export interface ShownSettings {
  readonly introduction: string;
  readonly channels: readonly ListedChannel[];
  readonly sources: readonly ListedSource[];
  /** Newest first. */
  readonly changes: readonly ShownChange[];
}

/** The settings that moderators change. */
export interface PageSettings {
  readonly shown: () => Promise<ShownSettings>;
  /** Makes the changes, all or none. Returns what is wrong with them, or null. */
  readonly change: (
    wanted: readonly { readonly path: SettingPath; readonly value: unknown }[],
    userId: string,
  ) => Promise<string | null>;
  /** Asks each configured model one question. */
  readonly testModels: () => Promise<
    readonly {
      readonly path: string;
      readonly model: string;
      readonly milliseconds: number;
      readonly problem: string | null;
    }[]
  >;
}
