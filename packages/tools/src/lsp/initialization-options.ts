import { getOwn, isJsonObject } from '@sluice/core';
import type { ServerConfig } from './server-config.ts';

/**
 * `typescript-language-server` answers from a second, syntactic tsserver while the project loads: the first definition
 * is an import in the same file, and the first hover has no type. A model can't tell such an answer from a right one.
 */
const TSSERVER_DEFAULTS = { useSyntaxServer: 'never' };

/** The configured options, with what Sluice adds for the server. Configured values win. */
export function initializationOptionsOf(
  config: Pick<ServerConfig, 'command' | 'args' | 'initializationOptions'>,
): unknown {
  const { command, args, initializationOptions: configured = {} } = config;
  // `npx typescript-language-server`, or its script by path.
  const isTypeScript = [command, ...args].some((word) =>
    /(?:^|[\\/])typescript-language-server(?:[\\/.@]|$)/.test(word),
  );
  if (!isTypeScript || !isJsonObject(configured)) return config.initializationOptions ?? null;
  const tsserver = getOwn(configured, 'tsserver');
  if (tsserver !== undefined && !isJsonObject(tsserver)) return configured;
  return { ...configured, tsserver: { ...TSSERVER_DEFAULTS, ...tsserver } };
}
