import { parsePositive } from '@sluice/base';

/** In order of precedence. */
const VARIABLES = ['SLUICE_MAX_TOOL_USE_CONCURRENCY', 'CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY'];

/**
 * The concurrency limit from the environment. A value that is not a positive integer is ignored with a
 * warning.
 */
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
