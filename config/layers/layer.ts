import { isDeepStrictEqual } from 'node:util';
import { pathText, type ConfigProblem, foundText } from '../problem.ts';
import { ignored, schemaPath, schemaValue } from './other-names.ts';
import { Secret } from '../secret.ts';

/** One value that somebody set: under the name it was set by, and where. */
export interface Assignment {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly origin: string;
}

/** What one place (the file, the environment) sets, and what is wrong with it as a whole. */
export interface Layer {
  readonly assignments: readonly Assignment[];
  readonly problems: readonly ConfigProblem[];
}

/** A layer under the schema's names, and what of it means nothing here: a sentence each. */
export interface NamedLayer extends Layer {
  readonly warnings: readonly string[];
}

/** Gives every assignment the schema's name. Two names for one setting with different values are a problem. */
export function underSchemaNames({ assignments, problems }: Layer): NamedLayer {
  const byPath = new Map<string, Assignment & { readonly given: string }>();
  const conflicts: ConfigProblem[] = [];
  const warnings: string[] = [];
  for (const { path, value: found, origin } of assignments) {
    const target = schemaPath(path);
    const instead = ignored(pathText(target));
    if (instead !== null) {
      warnings.push(`${pathText(target)} means nothing to Steward: ${instead} (${origin}).`);
      continue;
    }
    const value = schemaValue(target, found);
    const given = pathText(path);
    const former = byPath.get(pathText(target));
    if (former && !isSame(former.value, value)) {
      const expected = `the same as ${former.given}, which is ${foundText(former.value)}; set one of them`;
      conflicts.push({ path: given, found: foundText(value), expected, origin });
      continue;
    }
    byPath.set(pathText(target), { path: target, value, origin, given });
  }
  return { assignments: [...byPath.values()], problems: [...problems, ...conflicts], warnings };
}

const isSame = (a: unknown, b: unknown): boolean =>
  a instanceof Secret && b instanceof Secret ? a.reveal() === b.reveal() : isDeepStrictEqual(a, b);
