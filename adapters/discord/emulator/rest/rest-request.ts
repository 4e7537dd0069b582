/** A request as the routes see it, and what they answer. */
export interface RestRequest {
  readonly method: string;
  /** Without the version: `/channels/1/messages`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface RestAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ok = (body: unknown): RestAnswer => ({ status: 200, body });

/** What a request gets that changes something in an archived thread; posting there opens it again. */
export const archived = (): RestAnswer => refused(400, 50_083, 'Thread is archived');

/** Discord's way to say no: a status, and a code of its own. */
export const refused = (status: number, code: number, message: string): RestAnswer => ({
  status,
  body: { code, message },
});
