import { createHash } from 'node:crypto';

/** Directories of the gateways around this program, as their servers inherit it. */
const VARIABLE = 'SLUICE_MCP_GATEWAYS';

/**
 * Notes in the environment that a gateway serves this directory, so that a server which it starts can't be the same one,
 * which would start itself without end. False: it is.
 */
export function enterGateway(directory: string, env: Record<string, string | undefined>): boolean {
  const around = (env[VARIABLE] ?? '').split(',').filter((key) => key !== '');
  const key = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  if (around.includes(key)) return false;
  env[VARIABLE] = [...around, key].join(',');
  return true;
}
