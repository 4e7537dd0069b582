import type { NamespaceTarget } from './namespace-target.ts';
import { prepareRetention } from './prepare-retention.ts';
import { prepareSearchAttributes } from './prepare-search-attributes.ts';

/**
 * Brings a namespace to what Steward needs: its search attributes, and closed runs kept for 30 days. May be repeated,
 * and by several processes at once. What it may not do it says in the log, with the command for a person who may.
 * Throws a final `PortError` when search attributes are missing and cannot be added, because every run would fail.
 */
export async function prepareNamespace(target: NamespaceTarget): Promise<void> {
  await prepareSearchAttributes(target);
  await prepareRetention(target);
}
