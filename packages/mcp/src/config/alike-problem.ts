import { shellWord } from '@sluice/base';
import { serverPrefix } from '../tool-names.ts';
import { isOwnScope, type ConfiguredServer } from './configured-server.ts';

/**
 * Why a server of this name would not be started beside these: tools of both would have the same names. Undefined: it would be, or
 * the other one is disabled.
 */
export function alikeProblem(
  name: string,
  servers: readonly Pick<ConfiguredServer, 'name' | 'scope' | 'file' | 'start'>[],
): string | undefined {
  const prefix = serverPrefix(name);
  const other = servers.find(
    (one) => one.name !== name && one.start.status !== 'disabled' && serverPrefix(one.name) === prefix,
  );
  if (other === undefined) return undefined;
  const { scope, file } = other;
  const removal = isOwnScope(scope)
    ? `, or remove the other one: sluice mcp remove ${shellWord(other.name)} --scope ${scope}`
    : '';
  const from = file === undefined ? '' : ` of ${file}`;
  return `Its tools would have the same names as those of ${JSON.stringify(other.name)}${from} (${prefix}__…). Choose another name${removal}`;
}
