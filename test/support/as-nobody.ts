/** The user that has no rights of its own. */
const nobody = 65_534;

/**
 * Runs work without root's rights, so that permissions of files count even if the tests run as root. Works in a
 * process, not in a thread. Concurrent work shares the change.
 */
export function asNobody(): <T>(work: () => Promise<T>) => Promise<T> {
  const { geteuid, seteuid } = process;
  const own = geteuid?.();
  let running = 0;
  return async (work) => {
    if (own !== 0 || !seteuid) return work();
    if (running === 0) seteuid(nobody);
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      if (running === 0) seteuid(own);
    }
  };
}
