import { errorText } from '@sluice/base';
import type { AgentReport } from '@sluice/agent';
import type { TaskRegistry, TaskStopper } from '@sluice/tools';
import type { AssembledAgent } from '../assembled-agent.ts';
import { openRun, type AgentEntry } from './agent-entry.ts';
import type { AgentOpener, OpenedAgentRun, OpenedRun, Opening } from './open/agent-opener.ts';
import type { AgentMessages } from './team/agent-messages.ts';
import type { AgentRoster } from './team/agent-roster.ts';

export interface AgentWorkOptions {
  readonly roster: AgentRoster;
  readonly opener: AgentOpener;
  readonly messages: AgentMessages;
  readonly tasks: TaskRegistry;
}

/** Opens agents and lets them work, each to its report; knows how many are at it. */
export class AgentWork {
  readonly #options: AgentWorkOptions;
  #running = 0;

  constructor(options: AgentWorkOptions) {
    this.#options = options;
  }

  /** Agents that are being opened or work. */
  get running(): number {
    return this.#running;
  }

  /** A new agent joins the roster once it is open; until then its name is kept for it. */
  async open(options: Opening): Promise<OpenedAgentRun> {
    const { roster, opener } = this.#options;
    const { entry, isResumed } = options;
    const releaseName = roster.reserve(entry.name);
    this.#running += 1;
    let isOpen = false;
    try {
      const opened = await opener.open(options);
      isOpen = opened.ok;
      if (isOpen && !isResumed) roster.add(entry);
      return opened;
    } finally {
      if (!isOpen) this.#running -= 1;
      releaseName();
    }
  }

  /** From its prompt to its report. */
  async run(
    entry: AgentEntry,
    { run, task, preloaded, isolated }: OpenedRun,
    prompt: string,
  ): Promise<AgentReport> {
    const { agent } = run;
    const ended = (async (): Promise<AgentReport> => {
      const context = await startHooks(entry, agent);
      for (const text of context) agent.parts.hooks.texts.deliver(text);
      const report = await run.work({
        content: [{ type: 'text', text: prompt }],
        origin: 'agent',
        following: preloaded,
      });
      entry.state = report.outcome;
      entry.stoppedBy = run.stoppedBy;
      if (report.outcome === 'stopped') await this.#stopBelow(entry.id, run.stoppedBy ?? 'program');
      const isByUser = report.outcome === 'stopped' && run.stoppedBy === 'person';
      await agent.close(isByUser ? 'stopped-by-user' : report.outcome);
      return isolated === undefined ? report : isolated.closeWith(report);
    })();
    entry.closed = ended.catch(() => {});
    try {
      const report = await ended;
      task.resolve({ report, by: run.stoppedBy });
      const { messages, tasks } = this.#options;
      // After the call that waits for it, if there is one.
      void messages.idle(entry, tasks.get(entry.id)?.agentId, report.outcome);
      return report;
    } catch (error) {
      entry.state = 'failed';
      const reason = errorText(error);
      task.resolve({ report: undefined, by: undefined, reason });
      throw error;
    } finally {
      this.#running -= 1;
      // It has a conversation and connections, and a session may open thousands of agents. A message opens it again.
      if (entry.run === run) entry.run = undefined;
    }
  }

  /** Stopping an agent also stops the agents that it started. */
  async #stopBelow(id: string, by: TaskStopper): Promise<void> {
    const { roster, tasks } = this.#options;
    const below = roster.all().filter((entry) => entry.parentId === id && openRun(entry) !== undefined);
    for (const entry of below) openRun(entry)?.stop(by, 'the agent that opened it was stopped');
    await Promise.all(below.map((entry) => tasks.stop(entry.id, by)));
  }
}

async function startHooks(entry: AgentEntry, agent: AssembledAgent): Promise<readonly string[]> {
  const hooks = agent.runtime.agent.dispatcher();
  if (hooks?.has('SubagentStart', entry.id) !== true) return [];
  const fields = { agent_id: entry.id, agent_type: entry.type };
  const { cwd } = agent.runtime.session;
  const verdict = await hooks.fire('SubagentStart', fields, { cwd, agent: agent.identity });
  return verdict.additionalContext;
}
