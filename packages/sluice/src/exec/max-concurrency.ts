/** Sluice's own first. */
const VARIABLES = ['SLUICE_MAX_TOOL_USE_CONCURRENCY', 'CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY'];

/** A positive whole number written in digits, or undefined. */
export function parsePositive(text: string): number | undefined {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** The cap that the environment sets; each value that is no positive whole number is warned of and passed over. */
export function concurrencyFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  warn: (text: string) => void,
): number | undefined {
  for (const name of VARIABLES) {
    const text = env[name];
    if (text === undefined) continue;
    const value = parsePositive(text);
    if (value !== undefined) return value;
    warn(`${name} is ignored: expected a positive whole number, got ${JSON.stringify(text.slice(0, 80))}`);
  }
  return undefined;
}
