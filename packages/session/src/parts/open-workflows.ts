import type { SubAgentPort } from '@sluice/agent';
import type { SessionPartsOptions } from '../options/session-parts-options.ts';
import { Workflows, type WorkflowsOptions } from '../workflows/workflows.ts';

interface OpenWorkflowsContext extends Omit<WorkflowsOptions, 'agents' | 'plugins' | 'managed'> {
  /** Undefined: the session opens none, and so has no workflows. */
  readonly agents: SubAgentPort | undefined;
}

/** The workflows of a session. Undefined: it has none. */
export function openWorkflows(
  { settings, plugins, isOnlyPlanned }: Pick<SessionPartsOptions, 'settings' | 'plugins' | 'isOnlyPlanned'>,
  { agents, ...context }: OpenWorkflowsContext,
): Workflows | undefined {
  const isOff =
    /^(1|true|yes|on)$/i.test(context.env['CLAUDE_CODE_DISABLE_WORKFLOWS']?.trim() ?? '') ||
    context.permission.loaded.setting('disableWorkflows')?.value === true;
  if (agents === undefined || isOnlyPlanned === true || isOff) return undefined;
  return new Workflows({ ...context, agents, plugins, managed: settings?.managedDirectories });
}
