import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

/**
 * Makes this process's writes to files fail for lack of space, except its database's. Returns a function that ends
 * this.
 */
export function fillDisk(): () => void {
  const { writeSync, writeFileSync } = fs;
  const refuse = () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
  };
  const set = (calls: object): void => {
    Object.assign(fs, calls);
    syncBuiltinESMExports();
  };
  const free = () => set({ writeSync, writeFileSync });
  set({ writeSync: refuse, writeFileSync: refuse });
  onTestFinished(free);
  return free;
}
