export type Role = 'member' | 'team';

const stewardName = 'Steward';

const authorPattern = /^[^\p{C}\p{Zl}\p{Zp}]{1,32}$/u;

export const authorNameExpected = 'a name of 1 to 32 characters that is not "steward"';

export const isAuthorName = (name: string): boolean =>
  authorPattern.test(name) && name.trim() === name && name.toLowerCase() !== stewardName.toLowerCase();
