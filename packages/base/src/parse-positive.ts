/** A positive whole number written in digits, or undefined. */
export function parsePositive(text: string): number | undefined {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
