import { usageError } from '../../usage-error.ts';
import { SYNOPSIS } from '../usage.ts';

/** `sluice mcp serve`; answers with the exit status. */
export function serveCommand(_args: readonly string[]): Promise<number> {
  return Promise.resolve(usageError('sluice mcp serve', 'this version cannot serve its tools yet', SYNOPSIS));
}
