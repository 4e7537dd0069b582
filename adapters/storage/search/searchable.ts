/** A source as search takes it in. */
export interface Searchable {
  readonly sourceId: string;
  /** Changes whenever `sections` would. */
  readonly version: string;
  /** Null when its text cannot be read any more. */
  read(): Promise<SearchableText | null>;
}

export interface SearchableText {
  readonly title: string;
  readonly url: string | null;
  readonly sections: readonly SearchableSection[];
}

export interface SearchableSection {
  readonly headings: readonly string[];
  readonly text: string;
  /** What members asked, of a team's pair; empty in documents. */
  readonly questions: string;
}
