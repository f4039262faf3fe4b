/** An amount in whole cents, from text such as "19.99". */
export function toCents(text) {
  return Math.floor(Number(text) * 100);
}

/** Whole cents as text: 1999 → "19.99". */
export function formatCents(cents) {
  return (cents / 100).toFixed(2);
}
