import { parsePositive } from '@sluice/base';
import { isOn } from './is-on.ts';

/** Limits for agents that other agents open. */
export interface AgentLimits {
  /** How deep they may be nested; 1: only the main agent opens agents. */
  readonly maxDepth: number;
  /** Maximum number of agents working at the same time. */
  readonly maxRunning: number;
  /** Characters of a report that the model gets. */
  readonly maxReportChars: number;
  /** Milliseconds without output from the model or a tool, after which an agent is stopped. */
  readonly stallMs: number;
  /** Milliseconds that commands of an agent in the background may outlive its last answer. */
  readonly shellMs: number;
  /** Milliseconds after which an agent in the foreground moves to the background. Undefined: it doesn't. */
  readonly autoBackgroundMs: number | undefined;
  /** Agents run in the foreground only. */
  readonly isBackgroundDisabled: boolean;
}

const MINUTE = 60_000;
/** Messages that wait for one agent. */
export const MAX_WAITING_MESSAGES = 100;
/** Milliseconds that a leader has to answer what an agent asks, before the person is asked instead. */
export const LEADER_WAIT_MS = 5 * MINUTE;
const MAX_REPORT = 160_000;

/** Reads the variables; one that is not a positive whole number is ignored, and `warn` is called with a sentence. */
export function agentLimits(
  env: Readonly<Record<string, string | undefined>>,
  warn: (text: string) => void,
): AgentLimits {
  const number = (name: string, standard: number): number => {
    const text = env[name];
    if (text === undefined || text.trim() === '') return standard;
    const value = parsePositive(text);
    if (value === undefined)
      warn(`${name} is ignored: ${JSON.stringify(text)} is not a positive whole number.`);
    return value ?? standard;
  };
  return {
    maxDepth: number('CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH', 3),
    maxRunning: number('CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS', 20),
    maxReportChars: Math.min(number('TASK_MAX_OUTPUT_LENGTH', 32_000), MAX_REPORT),
    stallMs: number('CLAUDE_ASYNC_AGENT_STALL_TIMEOUT_MS', 10 * MINUTE),
    shellMs: number('CLAUDE_SUBAGENT_BG_SHELL_MAX_MS', 60 * MINUTE),
    autoBackgroundMs: isOn(env['CLAUDE_AUTO_BACKGROUND_TASKS']) ? 2 * MINUTE : undefined,
    isBackgroundDisabled: isOn(env['CLAUDE_CODE_DISABLE_BACKGROUND_TASKS']),
  };
}
