import { stemmer } from 'stemmer';

/** Porter's stem, so that "validating" and "validates" are one term. Words with anything but a-z stay as they are. */
export const stem = (word: string): string => (/^[a-z]+$/u.test(word) ? stemmer(word) : word);
