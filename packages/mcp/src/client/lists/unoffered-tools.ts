import { nearestName } from '@sluice/base';
import type { ServerEntry } from '../../config/server-entry.ts';
import type { ListedTool } from '../definitions/listed-tool.ts';

/** Names in the entry's `tools` that the server has no tool for, a sentence each. */
export function unofferedTools(
  { include = [], exclude }: ServerEntry['tools'],
  offered: readonly ListedTool[],
): readonly string[] {
  const names = offered.map(({ name }) => name);
  const ofList = (key: string, listed: readonly string[]): readonly string[] =>
    listed
      .filter((name) => !names.includes(name))
      .map((name) => {
        const own = /^mcp__.+?__(.+)$/.exec(name)?.[1];
        const near = own !== undefined && names.includes(own) ? own : nearestName(name, names);
        const hint = near === undefined ? 'Correct or remove the name.' : `Did you mean ${near}?`;
        return `"tools.${key}" in its entry lists ${JSON.stringify(name)}, which it does not offer. ${hint}`;
      });
  return [...ofList('include', include), ...ofList('exclude', exclude)];
}
