/** Milliseconds of processor time that synchronous work takes. A busy machine does not change them, as it does time on the clock. */
export function processorMilliseconds(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
