import type { SkillTurn, SubAgentPort } from '@sluice/agent';
import type { ModelMessage, PermissionState, Runtime } from '@sluice/core';
import type { Schedules, TaskRegistry } from '@sluice/tools';

/** A stronger model that the main agent may ask for advice. */
export interface Advisor {
  /** As `--model` accepts it. Undefined: the agent has no advisor. */
  readonly model: () => string | undefined;
  /** The tool joins the pool, or leaves it; it takes effect with the next request. A text: why the model can't be used. */
  change(model: string | undefined): Promise<string | undefined>;
}

/** What commands need of the main agent. */
export interface CommandAgent {
  readonly runtime: Pick<Runtime, 'decide' | 'openMessage' | 'session'> & {
    readonly permission: Pick<PermissionState, 'current'>;
    readonly tasks: Pick<TaskRegistry, 'list'>;
  };
  readonly messages: () => readonly ModelMessage[];
  /** In tokens. */
  readonly contextWindow: () => number;
  readonly model: () => string;
  readonly effort: () => string | undefined;
  /** The cost of the session with all its agents, in US dollars, as far as prices are known. */
  readonly spentUsd: () => number;
  /** What the session cost before it was resumed, in US dollars, as far as prices are known. */
  readonly earlierUsd: () => Promise<number>;
  readonly advisor: Advisor | undefined;
  /** Undefined: it opens none. */
  readonly agents: Pick<SubAgentPort, 'types' | 'list'> | undefined;
  /** Undefined: there are none in the session. */
  readonly schedules: Pick<Schedules, 'create' | 'list' | 'remove' | 'loop'> | undefined;
  /** Saved ones. Undefined: there are none in the session. */
  readonly workflows: { list(): readonly { readonly name: string; readonly path: string }[] } | undefined;
  /** What skills choose for one turn. A text: why the model can't be used. */
  readonly turn: {
    use(choice: SkillTurn): Promise<string | undefined>;
    end(): Promise<string | undefined>;
  };
}
