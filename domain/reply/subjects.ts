/** A subject that the config knows, under `ai_response.topics`. */
export interface Subject {
  /** Other names that members have for it. */
  readonly aliases: readonly string[];
  /** What a model also reads with a question about it; may be blank. */
  readonly scenario: string;
  /** Where a member reads on when no source can be linked, or null. */
  readonly topic_url: string | null;
}

/** By their names. */
export type Subjects = Readonly<Record<string, Subject>>;

/** What the gate chooses from: a line for each subject. */
export const subjectList = (subjects: Subjects): string =>
  Object.entries(subjects)
    .map(([name, { aliases }]) => [name, ...aliases].join(', '))
    .join('\n');

/** The subject that a model means; null for one that nobody configured. */
export function findSubject(
  subjects: Subjects,
  wantedName: string | null,
): (Subject & { readonly name: string }) | null {
  const wanted = plain(wantedName ?? '');
  const found = Object.entries(subjects).find(([name, { aliases }]) =>
    [name, ...aliases].some((one) => plain(one) === wanted),
  );
  return found ? { name: found[0], ...found[1] } : null;
}

const plain = (text: string): string => text.trim().toLowerCase();
