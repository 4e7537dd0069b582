/** What members and the team read on buttons, in forms and in answers to what they press. `{…}` is filled in. */
export interface DeskTexts {
  readonly helpful: string;
  readonly not_helpful: string;
  readonly ask_human: string;
  readonly remove: string;
  readonly correct: string;
  readonly accept: string;
  readonly edit: string;
  readonly drop: string;
  readonly reason_title: string;
  readonly reason_label: string;
  readonly correction_title: string;
  readonly correction_label: string;
  readonly draft_title: string;
  readonly draft_label: string;
  readonly thanks: string;
  readonly human_needed: string;
  readonly human_called: string;
  readonly removed: string;
  readonly learning: string;
  readonly nothing_learned: string;
  readonly unlearned: string;
  readonly not_allowed: string;
  readonly gone: string;
  readonly cannot_now: string;
  readonly not_here: string;
  readonly nothing_asked: string;
  readonly draft_heading: string;
  readonly draft_accepted: string;
  readonly draft_dropped: string;
  readonly draft_expired: string;
  readonly draft_settled: string;
  readonly why_heading: string;
  readonly why_nothing: string;
  readonly forget_me_question: string;
  readonly forget_me: string;
  readonly forgotten: string;
  readonly paused: string;
  readonly paused_everywhere: string;
  readonly resumed: string;
  readonly resumed_everywhere: string;
}

export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) => values[name] ?? whole);
