/**
 * The processor time of synchronous work, in milliseconds. Unlike time on the clock, it does not depend on other load.
 */
export function processorMilliseconds(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
