export type Role = 'member' | 'team';

const stewardName = 'Steward';

const channelPattern = /^[\p{L}\p{N}_-]{1,100}$/u;
const authorPattern = /^[^\p{C}\p{Zl}\p{Zp}]{1,32}$/u;

export const channelNameExpected = 'a channel name: 1 to 100 letters, digits, "-" or "_"';
export const authorNameExpected = 'a name of 1 to 32 characters that is not "steward"';

export const isChannelName = (name: string): boolean => channelPattern.test(name);

export const isAuthorName = (name: string): boolean =>
  authorPattern.test(name) && name.trim() === name && name.toLowerCase() !== stewardName.toLowerCase();
