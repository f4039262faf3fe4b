import type { SendResult, SentMessage, TeamInfo } from '@sluice/agent';
import type { TaskRegistry } from '@sluice/tools';
import { openRun } from '../agent-entry.ts';
import type { AgentRoster } from './agent-roster.ts';
import type { Team, Teammate } from './team.ts';

/** Milliseconds that teammates get to end by themselves when the session ends. */
const TEAR_DOWN_MS = 10_000;

export interface TeamMembersOptions {
  /** Undefined: the session has none. */
  readonly team: Team | undefined;
  readonly roster: AgentRoster;
  readonly tasks: Pick<TaskRegistry, 'wait' | 'stop'>;
  readonly send: (message: SentMessage) => Promise<SendResult>;
}

/** Which teammates work, and their end. */
export class TeamMembers {
  readonly #options: TeamMembersOptions;

  constructor(options: TeamMembersOptions) {
    this.#options = options;
  }

  info(): TeamInfo | undefined {
    const { team } = this.#options;
    if (team === undefined) return undefined;
    const names = (mates: readonly Teammate[]): readonly string[] => mates.map(({ name }) => name);
    return { name: team.name, members: names(team.members), working: names(this.#working()) };
  }

  /** All leave the team. False: there is none, or some of them work. */
  disband(): boolean {
    const { team } = this.#options;
    if (team === undefined || this.#working().length > 0) return false;
    for (const { id } of team.members) team.leave(id);
    return true;
  }

  /** Asks those that work to end, and stops them if they don't in time. */
  async tearDown(signal: AbortSignal, graceMs = TEAR_DOWN_MS): Promise<void> {
    const { tasks, send } = this.#options;
    const working = this.#working();
    if (working.length === 0) return;
    const fields = { type: 'shutdown_request', reason: 'The session is ending.' };
    const request = { text: '', fields, summary: undefined, from: undefined };
    await Promise.all(working.map(({ id }) => send({ ...request, to: id })));
    const grace = AbortSignal.any([signal, AbortSignal.timeout(graceMs)]);
    await Promise.all(working.map(({ id }) => tasks.wait(id, grace)));
    await Promise.all(working.map(({ id }) => tasks.stop(id, 'program')));
  }

  #working(): readonly Teammate[] {
    const { team, roster } = this.#options;
    return (team?.members ?? []).filter(({ id }) => openRun(roster.get(id)) !== undefined);
  }
}
