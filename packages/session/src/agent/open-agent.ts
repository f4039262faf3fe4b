import { refuseWrongAgent } from './check-agent-options.ts';
import type { SessionParts } from '../parts/session-parts.ts';
import type { OpenAgentOptions } from './agent-options.ts';
import type { OpenedAgent } from './assembled-agent.ts';
import type { OpenChildOptions } from './child-options.ts';
import type { PreparedModel } from './model/main-model.ts';

/**
 * Opens an agent in a session: its engine, model, instructions, and conversation. The first agent begins the
 * session, which runs its start hooks. The parts outlive the agent: the caller must dispose of them,
 * even after an error. With `parent`, the agent shares that agent's permission and budget.
 * @param prepared what `previewAgent` has opened for the main agent. Default: nothing
 * @throws TypeError or RangeError for an unknown option or an invalid value; it names the option.
 */
export async function openAgent(
  parts: SessionParts,
  options: OpenAgentOptions | OpenChildOptions = {},
  prepared?: PreparedModel,
): Promise<OpenedAgent> {
  await refuseWrongAgent(options);
  // Programs that run tools alone never load what an agent is made of.
  if ('parent' in options) return (await import('./open-child-agent.ts')).openChildAgent(options);
  return (await import('./open-main-agent.ts')).openMainAgent(parts, options, prepared);
}
