import type { z } from 'zod';
import type { aiResponse } from './ai-response.ts';
import type { discord } from './discord.ts';
import type { http } from './http.ts';
import type { kb } from './kb.ts';
import type { models } from './models.ts';
import { either } from '../problem.ts';
import { extractiveModel } from './llm.ts';

interface Named {
  readonly ai_response: z.output<typeof aiResponse>;
  readonly kb: z.output<typeof kb>;
  readonly http: z.output<typeof http>;
  readonly models: z.output<typeof models>;
  readonly discord: z.output<typeof discord>;
}

/** Checks that every name of a model, profile or group of sources exists in the config. */
export function refuseUnknownNames({
  value: { ai_response: ai, kb, models, discord, http },
  issues,
}: {
  readonly value: Named;
  readonly issues: unknown[];
}): void {
  const refuse = (path: readonly (string | number)[], input: unknown, problem: string | null) => {
    if (problem) issues.push({ code: 'custom', message: problem, input, path });
  };
  const profile = (name: string | null) => unknownName(name, ai.profiles, 'ai_response.profiles');
  const groups = Object.fromEntries(kb.sources.flatMap(({ group }) => (group ? [[group, true]] : [])));
  const limit = (path: readonly string[], { sources }: Pick<Named['http'], 'sources'>) => {
    for (const [at, name] of (sources ?? []).entries())
      refuse([...path, 'sources', at], name, unknownName(name, groups, 'kb.sources (`group`)'));
  };

  for (const [part, names] of [
    ['ai_response', ai.fallbacks],
    ['kb', kb.fallbacks],
  ] as const) {
    for (const [at, name] of names.entries()) {
      const mayQuote = part === 'ai_response' && name === extractiveModel && at === names.length - 1;
      if (!mayQuote)
        refuse([part, 'fallbacks', at], name, unknownName(name, models.fallbacks, 'models.fallbacks'));
    }
  }
  limit(['http'], http);
  refuse(['ai_response', 'profile'], ai.profile, profile(ai.profile));
  for (const [name, channel] of Object.entries(discord.channels)) {
    refuse(['discord', 'channels', name, 'profile'], channel.profile, profile(channel.profile));
    limit(['discord', 'channels', name], channel);
  }
}

/** Returns what is expected instead of an unknown name, or null for a known one. */
function unknownName(name: string | null, expectedNames: object, where: string): string | null {
  if (name === null || Object.hasOwn(expectedNames, name)) return null;
  const names = Object.keys(expectedNames);
  return names.length === 0 ? `a name of ${where}, which has none` : either.format(names);
}
