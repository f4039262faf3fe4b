/**
 * The milliseconds that are left of a time, which all attempts share. At least 1.
 * @returns takes a share of what is left. Default: all of it
 */
export function timeLeft(
  ms: number,
  now: () => number = () => performance.now(),
): (share?: number) => number {
  const startedAt = now();
  return (share = 1) => Math.max(1, Math.round((ms - (now() - startedAt)) * share));
}
