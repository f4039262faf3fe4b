import { FilteredPool, type AgentDefinition } from '@sluice/agent';
import { createPermissionContext, queryFor, type AnyTool, type ToolPool } from '@sluice/core';
import type { LocalPermission } from '../../permission/open-permission.ts';

const LISTED = /^Bash\((?!\*\)$).*\)$/s;

/** Its tools; Bash runs only what its list of tools names, as in `Bash(git *)`. That grants nothing: rules and mode decide as ever. */
export function withListedCommands(
  pool: ToolPool,
  { name, tools = [] }: Pick<AgentDefinition, 'name' | 'tools'>,
  { policy }: Pick<LocalPermission, 'policy'>,
): ToolPool {
  const listed = tools.filter((item) => LISTED.test(item));
  const bash = pool.find('Bash');
  if (
    bash === undefined ||
    listed.length === 0 ||
    tools.some((item) => item === 'Bash' || item === 'Bash(*)')
  )
    return pool;
  const rules = listed.map((text) => ({ behavior: 'allow', text, source: 'agent', root: '/' }) as const);
  const snapshot = createPermissionContext({ mode: 'dontAsk', rules }, 1);
  const limited: AnyTool = {
    ...bash,
    checkPermissions(input, context) {
      const decision = policy.decide(queryFor(bash, input, Object(input), context.cwd), snapshot);
      if (decision.behavior === 'allow')
        return bash.checkPermissions?.(input, context) ?? { behavior: 'passthrough' };
      const message = `The agent type ${name} may only run ${listed.join(', ')}, one command at a time.`;
      return { behavior: 'deny', message };
    },
  };
  return new FilteredPool(pool, () => true, [limited]);
}
