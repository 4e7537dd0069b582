import { refusedFields } from '../refusals.ts';

/** What a message can do without: it then answers nobody, has no buttons, or lacks what did not fit into its text. */
const extras: readonly string[] = ['message_reference', 'components', 'embeds'];

/** Sends a message, and where Discord refuses one of its extras, sends it without. */
export async function inSimplerForm<Result>(
  body: Readonly<Record<string, unknown>>,
  send: (body: Readonly<Record<string, unknown>>) => Promise<Result>,
): Promise<Result> {
  try {
    return await send(body);
  } catch (error) {
    const refused = refusedFields(error).filter((field) => extras.includes(field) && field in body);
    if (refused.length === 0) throw error;
    const remaining = Object.entries(body).filter(([field]) => !refused.includes(field));
    return inSimplerForm(Object.fromEntries(remaining), send);
  }
}
