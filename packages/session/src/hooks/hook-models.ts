import { AsyncLocalStorage } from 'node:async_hooks';
import type { HandlerRunners } from '@sluice/hooks';

type Judges = Required<Pick<HandlerRunners, 'prompt' | 'agent'>>;

/** Passes questions of hooks on to the model of the session's agent, which is opened after the hooks. */
export class HookModels {
  readonly #asking = new AsyncLocalStorage<true>();
  #judges: Judges | undefined;

  connect(judges: Judges): void {
    this.#judges = judges;
  }

  readonly prompt: Judges['prompt'] = (question) => this.#ask((judges) => judges.prompt(question));

  readonly agent: Judges['agent'] = (question) => this.#ask((judges) => judges.agent(question));

  #ask<Answer>(ask: (judges: Judges) => Promise<Answer>): Promise<Answer> {
    const judges = this.#judges;
    if (judges === undefined) return Promise.reject(new Error('The session has no model yet.'));
    // The calls of an agent that judges for a hook would ask that hook again, without end.
    if (this.#asking.getStore() === true)
      return Promise.reject(new Error('It is not run for the work of another hook.'));
    return this.#asking.run(true, () => ask(judges));
  }
}
