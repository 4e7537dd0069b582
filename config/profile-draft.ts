import { parseDocument } from 'yaml';
import { z } from 'zod';
import type { ProjectProfileDraft } from '../domain/models/project-profile.ts';
import { pathText } from './problem.ts';
import { httpUrl } from './schema/fields.ts';

const text = z.string();
const byTopic = z.record(z.string(), z.string().regex(/\S/));

const draftSchema = z
  .strictObject({
    project_introduction: text,
    scope: text,
    refusal_policy: text,
    tone: text,
    scenarios: byTopic,
    redirects: byTopic,
    fallback_url: httpUrl().nullable(),
  })
  .partial();

/** Reads a draft from YAML with the keys of `ai_response.profiles`. Null if there are problems, each a sentence. */
export function readProfileDraft(
  yaml: string,
  topics: readonly string[],
): { readonly draft: ProjectProfileDraft | null; readonly problems: readonly string[] } {
  const { contents, errors } = parseDocument(yaml);
  if (errors.length > 0) return { draft: null, problems: ['It is not YAML.'] };
  const { data = {}, error } = draftSchema.safeParse(contents?.toJSON() ?? {});
  const named = [...Object.keys(data.scenarios ?? {}), ...Object.keys(data.redirects ?? {})];
  const known = topics.join(', ') || 'none';
  const problems = [
    ...(error?.issues ?? []).map(({ path, message }) => `${pathText(path) || 'The file'}: ${message}`),
    ...named
      .filter((name) => !topics.includes(name))
      .map((name) => `${name}: no topic; ai_response.topics has ${known}`),
  ];
  return { draft: problems.length > 0 ? null : data, problems };
}
