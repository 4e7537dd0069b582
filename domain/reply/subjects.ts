/** A topic of the config, under `ai_response.topics`. */
export interface Subject {
  /** Other names that members use for it. */
  readonly aliases: readonly string[];
  /** A text that a model reads with a question about it; may be blank. */
  readonly scenario: string;
  /** The link for members if no source can be linked, or null. */
  readonly topic_url: string | null;
}

/** The subjects by name. */
export type Subjects = Readonly<Record<string, Subject>>;

/** The gate's choices: a line for each subject. */
export const subjectList = (subjects: Subjects): string =>
  Object.entries(subjects)
    .map(([name, { aliases }]) => [name, ...aliases].join(', '))
    .join('\n');

/** The subject that a model named; null if it is not configured. */
export function findSubject(
  subjects: Subjects,
  wantedName: string | null,
): (Subject & { readonly name: string }) | null {
  const wanted = plain(wantedName ?? '');
  const subject = Object.entries(subjects).find(([name, { aliases }]) =>
    // Some models give the whole line of the list.
    [name, ...aliases, [name, ...aliases].join(', ')].some((one) => plain(one) === wanted),
  );
  return subject ? { name: subject[0], ...subject[1] } : null;
}

const plain = (text: string): string => text.trim().toLowerCase();
