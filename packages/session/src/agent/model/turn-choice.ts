import type { SkillTurn } from '@sluice/agent';
import type { AgentThinking } from './agent-thinking.ts';
import type { AgentModel, WatchSwitch } from './open-model.ts';

/** The model and the effort that skills choose. They hold until the user's next message, unless the user chooses others. */
export class TurnChoice {
  readonly #model: Pick<AgentModel, 'asked' | 'change'>;
  readonly #thinking: AgentThinking;
  readonly #watch: WatchSwitch;
  #changed: { readonly from: string | undefined; readonly to: string } | undefined;

  constructor(model: Pick<AgentModel, 'asked' | 'change'>, thinking: AgentThinking, watch: WatchSwitch) {
    this.#model = model;
    this.#thinking = thinking;
    this.#watch = watch;
  }

  /** Takes effect with the next request. A sentence: why the model can't be used. */
  async use({ model, effort }: SkillTurn): Promise<string | undefined> {
    if (effort !== undefined) this.#thinking.chooseForTurn(effort);
    if (model === undefined) return undefined;
    const from = this.#changed?.to === this.#model.asked() ? this.#changed?.from : this.#model.asked();
    const changed = await this.#model.change(model, this.#watch);
    if (!changed.ok) return changed.message;
    this.#changed = { from, to: model };
    return undefined;
  }

  /** The user has sent a new message. A sentence: why the model can't be used that the session had before. */
  async end(): Promise<string | undefined> {
    this.#thinking.chooseForTurn(undefined);
    const changed = this.#changed;
    this.#changed = undefined;
    if (changed === undefined || this.#model.asked() !== changed.to) return undefined;
    const back = await this.#model.change(changed.from);
    return back.ok ? undefined : back.message;
  }
}
