import { join } from 'node:path';
import type { SubAgentInfo } from '@sluice/agent';
import { AGENTS_DIRECTORY } from '@sluice/host';
import { openRun, type AgentEntry } from '../agent-entry.ts';
import type { Team } from './team.ts';

/** The agents of a session by their ids and names. */
export class AgentRoster {
  readonly #entries = new Map<string, AgentEntry>();
  readonly #team: Team | undefined;
  /** Of agents that are being opened. */
  readonly #reserved = new Set<string>();

  constructor(team: Team | undefined) {
    this.#team = team;
  }

  add(entry: AgentEntry): void {
    this.#entries.set(entry.id, entry);
    if (entry.isTeammate) this.#team?.join({ id: entry.id, name: entry.name });
  }

  get(id: string | undefined): AgentEntry | undefined {
    return id === undefined ? undefined : this.#entries.get(id);
  }

  /** In the order in which they were opened. */
  all(): readonly AgentEntry[] {
    return [...this.#entries.values()];
  }

  /** What others may know of them. `directory`: of the session. */
  infos(directory: string): readonly SubAgentInfo[] {
    return this.all().map(({ id, name, type, state, description, isBackground, depth, parentId, run }) => ({
      ...{ id, name, type, description, isBackground, depth, parentId },
      state:
        state === 'running' && run?.agent.activity === 'requires-action' ? 'waiting-for-approval' : state,
      transcriptPath: join(directory, AGENTS_DIRECTORY, id, 'journal.jsonl'),
    }));
  }

  /** A text: why no one, or no one in particular, is meant. */
  addressee(to: string): AgentEntry | string {
    const byId = this.#entries.get(to);
    if (byId !== undefined) return byId;
    const named = [...this.#entries.values()].filter(({ name }) => name === to);
    const live = named.filter((entry) => this.#isLive(entry));
    const [only] = live.length === 1 ? live : named;
    if (only !== undefined && (live.length === 1 || named.length === 1)) return only;
    if (named.length > 1) {
      return `Several agents have the name ${JSON.stringify(to)}: ${named.map(({ id }) => id).join(', ')}. Use the id.`;
    }
    const names = [...this.#entries.values()].map(({ id, name }) => `${name} (${id})`);
    return `There is no agent ${JSON.stringify(to)}. There are: ${['main', ...names.slice(-20)].join(', ')}.`;
  }

  /** Keeps a name until the agent that gets it is added, or could not be opened. */
  reserve(name: string): () => void {
    this.#reserved.add(name);
    return () => void this.#reserved.delete(name);
  }

  /** Names of agents that work, or wait as teammates. */
  liveNames(): readonly string[] {
    return [...this.#entries.values()].filter((entry) => this.#isLive(entry)).map(({ name }) => name);
  }

  /** Unique among agents that work or are being opened. */
  freeName(wanted: string): string {
    const taken = new Set([...this.liveNames(), ...this.#reserved]);
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? wanted : `${wanted}-${count}`;
      if (!taken.has(name) && name !== 'main') return name;
    }
  }

  /** It works, or is a teammate that waits for messages. */
  #isLive(entry: AgentEntry): boolean {
    return openRun(entry) !== undefined || this.#team?.has(entry.id) === true;
  }
}
