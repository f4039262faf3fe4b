import { MAX_TIMER_MS } from '@sluice/base';

const STANDARD_MS = 120_000;

/**
 * Milliseconds after which a call of an MCP server goes on in the background (`CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS`; 0: never).
 * Without the variable, calls move where someone is watching.
 */
export function callsMoveAfter(
  env: Readonly<Record<string, string | undefined>>,
  isInteractive: boolean,
): number | undefined {
  const text = env['CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS']?.trim() ?? '';
  const given = text === '' ? undefined : Number(text);
  if (given === 0) return undefined;
  if (given !== undefined && Number.isSafeInteger(given) && given > 0) return Math.min(given, MAX_TIMER_MS);
  return isInteractive ? STANDARD_MS : undefined;
}
