/** Without a setting, a tenth of the pairs may go without a person's yes, and in any case five. */
const fewest = 5;
const share = 0.1;

/** How many of the standing pairs may go at once without a yes. `configured` is `kb.max_removals_per_regeneration`. */
export const removalCap = (configured: number | null, standing: number): number =>
  configured ?? Math.max(fewest, Math.floor(standing * share));
