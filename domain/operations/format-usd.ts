/** `$12.35`, `$0.0042`: two digits that count below a cent. Null: `cost unknown`. */
export function formatUsd(usd: number | null): string {
  if (usd === null) return 'cost unknown';
  if (usd === 0 || usd >= 0.01) return `$${usd.toFixed(2)}`;
  const digits = Math.min(8, 1 - Math.floor(Math.log10(usd)));
  return `$${usd.toFixed(digits)}`;
}
