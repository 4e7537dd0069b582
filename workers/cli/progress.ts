/** Lines for a person who waits, on standard error, so that standard output holds results alone. */
export const progressTo =
  (stream: NodeJS.WritableStream) =>
  (line: string): void => {
    stream.write(`${line}\n`);
  };
