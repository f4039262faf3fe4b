import { PathHolds } from '../schedule/path-holds.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What the engines of all agents in a session share: a runtime's, and those forked from it. */
export class AgentFamily {
  readonly pathHolds = new PathHolds();
  /** More than one agent works: calls hold their paths against those of others. */
  isShared = false;
  /** Listeners to the events of all of them; set by the first. */
  subscriptions: Subscriptions | undefined;
  #requests = 0;
  #hookRuns = 0;

  /** Unique in the session. */
  nextRequestId(): string {
    this.#requests += 1;
    return `ask-${this.#requests}`;
  }

  /** Unique in the session. */
  nextHookRunId(): string {
    this.#hookRuns += 1;
    return `call-hook-${this.#hookRuns}`;
  }
}
