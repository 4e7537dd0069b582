import { searchAttributes } from '../../../workflows/search-attributes.ts';

/** Registered in the namespace before anything runs; all are of type Keyword. */
export const searchAttributeNames: readonly string[] = Object.values(searchAttributes).map(
  ({ name }) => name,
);
