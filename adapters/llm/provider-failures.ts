/** A provider's refusal. Its body may quote the prompt, so it is never shown. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: string;

  constructor({ status, headers }: Pick<ProviderRefusal, 'status' | 'headers'>, body: string) {
    super('The provider refused');
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** A body longer than `maxBodyBytes`. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** An answer that is no completion. `body` is empty unless it is JSON. */
export class NoCompletion extends Error {
  override readonly name = 'NoCompletion';
  readonly body: string;

  constructor(body: string) {
    super('The provider answered with something else');
    this.body = body;
  }
}
