import { createHash } from 'node:crypto';

/** Directories of the gateways around this program, as their servers inherit them. */
const VARIABLE = 'SLUICE_MCP_GATEWAYS';

/**
 * Records in the environment that a gateway serves this directory, so that a server it starts can't be the same
 * gateway, which would start itself endlessly. False: it is.
 */
export function enterGateway(directory: string, env: Record<string, string | undefined>): boolean {
  const around = (env[VARIABLE] ?? '').split(',').filter((key) => key !== '');
  const key = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  if (around.includes(key)) return false;
  env[VARIABLE] = [...around, key].join(',');
  return true;
}
