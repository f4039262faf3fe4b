import { modesWhere } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';
import { allowedByMode } from './allowed-by-mode.ts';
import type { TerminalFront } from './terminal-front.ts';

/** Within these milliseconds, a second Shift-Tab changes the mode although questions wait. */
const AGAIN_MS = 4000;
const MODES = modesWhere(({ isInCycle }) => isInCycle === true);

/** Shift-Tab: the next permission mode. */
export class ModeCycle {
  readonly #front: () => Pick<TerminalFront, 'desk' | 'hint' | 'screen'>;
  readonly #note: (text: string) => void;
  /** When a change was last proposed while questions waited. */
  #proposedAt = -Infinity;

  constructor(front: () => Pick<TerminalFront, 'desk' | 'hint' | 'screen'>, note: (text: string) => void) {
    this.#front = front;
    this.#note = note;
  }

  turn(agent: AssembledAgent): void {
    const front = this.#front();
    const { permission } = agent.runtime;
    const at = MODES.indexOf(permission.current().mode);
    const mode = MODES[(at + 1) % MODES.length] ?? 'default';
    // Another mode may answer what waits: that is never done by one key.
    const { waiting } = front.desk;
    if (waiting.length > 0 && mode !== 'plan' && performance.now() - this.#proposedAt > AGAIN_MS) {
      this.#proposedAt = performance.now();
      const count = allowedByMode(agent, waiting, mode);
      front.hint?.(`${mode} would allow ${count} of ${waiting.length} · shift-tab again changes the mode`);
      return;
    }
    this.#proposedAt = -Infinity;
    const result = permission.apply({ type: 'setMode', mode, destination: 'session' });
    if (!result.ok) this.#note(result.message);
    front.screen.refresh();
  }
}
