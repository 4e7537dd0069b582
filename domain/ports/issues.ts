/** Where drafts become issues: the repository of the documents. */
export interface Issues {
  /**
   * Opens an issue, or finds the one with this mark, which it has at its end and no reader sees. Throws `PortError`. Two calls at
   * the same time may open two.
   */
  open(issue: { readonly mark: string; readonly title: string; readonly text: string }): Promise<{
    readonly url: string;
  }>;
}
