/** Vectors of texts: the closer two of them lie, the more alike is what the texts say. */
export interface Embeddings {
  /** Changes whenever the vectors do: those of another name are of no use. */
  readonly name: string;
  /**
   * A vector of length 1 for each text, in order; of a long text its beginning counts. Throws a `PortError` with the code
   * `embeddings_unavailable`: transient when another attempt may do, final while this process lives.
   */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}
