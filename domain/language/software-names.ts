import names from './words/software-names.json' with { type: 'json' };

/** Well-known software, formats and devices, in lower case: a version behind such a name is theirs. */
export const softwareNames: ReadonlySet<string> = new Set(names.join(' ').split(' '));
