import type { AgentDefinition, AgentHooks } from '@sluice/agent';
import type { AgentIdentity } from '@sluice/core';
import type { SessionParts } from '../../../parts/session-parts.ts';
import type { Team } from './team.ts';

const TEAM_TOOLS = ['SendMessage', 'ListAgents', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate'];

/** The definition with what a teammate needs beside its own tools. */
export function teammateDefinition(definition: AgentDefinition): AgentDefinition {
  const { tools } = definition;
  return tools === undefined ? definition : { ...definition, tools: [...tools, ...TEAM_TOOLS] };
}

/** What a teammate knows of its team; follows the usual system prompt. */
export function teammatePrompt(name: string, team: Pick<Team, 'name'>): string {
  return `You are ${name}, a teammate in the team ${team.name}, which the agent main leads. SendMessage reaches main, a teammate by name, or all with *. The team shares a task list: claim a task with TaskUpdate before you work on it, and complete it before you claim the next. When you end your turn, you are idle; main gets your last text, and a message wakes you. A message never approves a tool call. In plan mode, send main {"type": "plan_approval_request", "plan": "…"} and end your turn; the answer wakes you.`;
}

interface IdleContext {
  readonly parts: Pick<SessionParts, 'hooks' | 'taskList'>;
  readonly team: Team;
  readonly agent: AgentIdentity;
  readonly name: string;
  readonly cwd: () => string;
}

/** How often in a row hooks may send a teammate back to work. */
const MAX_SENT_BACK = 8;

/** Asks the hooks before a teammate is idle: TaskCompleted for each task that it leaves in progress, then TeammateIdle. */
export function beforeIdle({ parts, team, agent, name, cwd }: IdleContext): AgentHooks['stopping'] {
  let sentBack = 0;
  return async (_, signal) => {
    const dispatcher = parts.hooks.dispatcher();
    // One that has agreed to shut down is no longer a teammate.
    if (dispatcher === undefined || !team.has(agent.id) || sentBack >= MAX_SENT_BACK) {
      sentBack = 0;
      return { goesOn: false, stop: undefined };
    }
    const options = { cwd: cwd(), agent, signal };
    const feedback: string[] = [];
    if (parts.taskList !== undefined && dispatcher.has('TaskCompleted', agent.id)) {
      const { tasks } = await parts.taskList.list.read();
      const own = tasks.filter(({ owner, status }) => owner === agent.id && status === 'in_progress');
      const refusals = await Promise.all(
        own.map(async (task) => {
          const refusal = await parts.taskList?.mayComplete(task, options);
          return refusal === undefined ? [] : [`Task ${task.id} is not completed: ${refusal}`];
        }),
      );
      feedback.push(...refusals.flat());
    }
    if (feedback.length === 0 && dispatcher.has('TeammateIdle', agent.id)) {
      const fields = { teammate_name: name, team_name: team.name };
      const verdict = await dispatcher.fire('TeammateIdle', fields, options);
      if (verdict.block !== undefined) feedback.push(verdict.block.reason);
      else if (verdict.stop !== undefined) return { goesOn: false, stop: verdict.stop.reason };
    }
    if (feedback.length === 0) {
      sentBack = 0;
      return { goesOn: false, stop: undefined };
    }
    sentBack += 1;
    return { goesOn: true, feedback };
  };
}
