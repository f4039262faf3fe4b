import type { AgentEvent } from '@sluice/agent';
import { durationText } from '@sluice/core';
import { showSequence } from '../print/output/show-sequence.ts';
import type { MessageDisplay } from './log/message-display.ts';
import type { Notifier } from './notify/notifier.ts';
import type { TerminalState } from './terminal-state.ts';

export interface WorkViewOptions {
  readonly notifier: Notifier;
  /** Where sequences of hooks go. */
  readonly sequences: Parameters<typeof showSequence>[1];
  /** A message of the user was sent to the model. */
  readonly onTaken: (event: Extract<AgentEvent, { type: 'user' }>) => void;
}

/** Displays an agent's activity. */
export class WorkView {
  readonly #state: TerminalState;
  readonly #options: WorkViewOptions;
  /** Of the open session. */
  display: MessageDisplay | undefined;

  constructor(state: TerminalState, options: WorkViewOptions) {
    this.#state = state;
    this.#options = options;
  }

  /** Displays events until there are no more. */
  async follow(
    events: AsyncIterable<AgentEvent>,
    onEvent: (event: AgentEvent) => void = () => {},
  ): Promise<void> {
    const state = this.#state;
    const { notifier, sequences, onTaken } = this.#options;
    const { front } = state;
    const startedAt = Date.now();
    state.workingSince = startedAt;
    state.begin();
    this.display?.begin();
    notifier.stop();
    front.setWorking(true);
    try {
      for await (const event of events) {
        onEvent(event);
        if (event.type === 'user') onTaken(event);
        for (const shown of (await this.display?.shown(event)) ?? [event]) state.log?.take(shown);
        if (event.type === 'engine') showSequence(event.event, sequences);
        const tree = state.opened?.agent.tree;
        if (event.type === 'result' && tree !== undefined)
          state.spending.add(event.result, tree.takeTotals());
        if (front.screen.isFull) await front.screen.room();
      }
    } finally {
      const seconds = Math.floor((Date.now() - startedAt) / 1000);
      state.workingSince = undefined;
      front.setWorking(state.isWorking);
      notifier.waits(`done after ${durationText(seconds * 1000)}`);
      state.statusLine?.refresh();
    }
  }
}
