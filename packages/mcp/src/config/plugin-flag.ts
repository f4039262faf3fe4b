import { dirname } from 'node:path';
import { shellWord } from '@sluice/base';
import type { ConfiguredServer } from './configured-server.ts';

/** What a command of `sluice mcp` needs, after a blank, to find a server that a plugin brings. Empty for others. */
export function pluginFlag({ scope, file }: Pick<ConfiguredServer, 'scope' | 'file'>): string {
  return scope === 'plugin' && file !== undefined ? ` --plugin-dir ${shellWord(dirname(file))}` : '';
}
