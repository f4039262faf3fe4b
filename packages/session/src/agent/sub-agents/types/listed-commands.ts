import { FilteredPool, type AgentDefinition } from '@sluice/agent';
import { createPermissionContext, queryFor, type AnyTool, type ToolPool } from '@sluice/core';
import type { LocalPermission } from '../../../permission/open-permission.ts';

const LISTED = /^Bash\((?!\*\)$).*\)$/s;

/** Tools besides Bash that run a command of their input, under Bash's rules. */
const RUNNING = ['Monitor'];

/** Its tools; commands run only as its list of tools names them, as in `Bash(git *)`. That grants nothing: rules and mode decide as ever. */
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
  const limited = (tool: AnyTool): AnyTool => ({
    ...tool,
    checkPermissions(input, context) {
      const { command } = Object(input);
      const given = tool === bash ? Object(input) : { command };
      const decision =
        typeof command === 'string'
          ? policy.decide(queryFor(bash, given, given, context.cwd), snapshot)
          : undefined;
      if (decision === undefined || decision.behavior === 'allow')
        return tool.checkPermissions?.(input, context) ?? { behavior: 'passthrough' };
      const message = `The agent type ${name} may only run ${listed.join(', ')}, one command at a time.`;
      return { behavior: 'deny', message };
    },
  });
  const running = RUNNING.flatMap((one) => pool.find(one) ?? []);
  return new FilteredPool(pool, () => true, [bash, ...running].map(limited));
}
