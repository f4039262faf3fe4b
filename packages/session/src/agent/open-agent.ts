import { refuseWrongAgent } from './check-agent-options.ts';
import type { SessionParts } from '../parts/session-parts.ts';
import type { OpenAgentOptions } from './agent-options.ts';
import type { OpenedAgent } from './assembled-agent.ts';
import type { OpenChildOptions } from './child-options.ts';
import { openChildAgent } from './open-child-agent.ts';
import { openMainAgent } from './open-main-agent.ts';

/**
 * Opens an agent in a session: its engine, model, instructions, and conversation. The first agent begins the
 * session, which runs its start hooks. The parts outlive the agent: the caller must dispose of them,
 * even after an error. With `parent`, the agent shares that agent's permission and budget.
 * @throws TypeError or RangeError for an unknown option or an invalid value; it names the option.
 */
export async function openAgent(
  parts: SessionParts,
  options: OpenAgentOptions | OpenChildOptions = {},
): Promise<OpenedAgent> {
  await refuseWrongAgent(options);
  return 'parent' in options ? openChildAgent(options) : openMainAgent(parts, options);
}
