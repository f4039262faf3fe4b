import { modesWhere, type PermissionMode } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';
import { allowedByMode } from '../questions/allowed-by-mode.ts';
import type { TerminalFront } from '../terminal-front.ts';

/** Within these milliseconds, the same once more changes the mode although questions wait. */
const AGAIN_MS = 10_000;
const MODES = modesWhere(({ isInCycle }) => isInCycle === true);

/** A key that goes to the next permission mode. */
export class ModeCycle {
  readonly #front: () => Pick<TerminalFront, 'desk' | 'hint' | 'screen'>;
  readonly #note: (text: string) => void;
  readonly #key: string | undefined;
  /** When a change was last proposed while questions waited. */
  #proposedAt = -Infinity;
  #proposed: PermissionMode | undefined;

  /** @param key its name, such as `Shift-Tab`; undefined: no key does it */
  constructor(
    front: () => Pick<TerminalFront, 'desk' | 'hint' | 'screen'>,
    note: (text: string) => void,
    key: string | undefined,
  ) {
    this.#front = front;
    this.#note = note;
    this.#key = key;
  }

  /** What the key does for an edit that waits for an answer. Empty: nothing. */
  editHint(mode: PermissionMode): string {
    return this.#key === undefined || nextMode(mode) !== 'acceptEdits' ? '' : `${this.#key}: accept edits`;
  }

  /**
   * Another mode may answer what waits: that is never done at once. What it would answer, for the person to confirm by doing the same
   * again; undefined: it may be changed now.
   */
  mayAnswer(agent: AssembledAgent, mode: PermissionMode): string | undefined {
    const { waiting } = this.#front().desk;
    const isAgain = this.#proposed === mode && performance.now() - this.#proposedAt <= AGAIN_MS;
    this.#proposed = undefined;
    if (waiting.length === 0 || mode === 'plan' || isAgain) return undefined;
    this.#proposed = mode;
    this.#proposedAt = performance.now();
    return `${mode} would allow ${allowedByMode(agent, waiting, mode)} of ${waiting.length}`;
  }

  turn(agent: AssembledAgent): void {
    const front = this.#front();
    const { permission } = agent.runtime;
    const mode = nextMode(permission.current().mode);
    const would = this.mayAnswer(agent, mode);
    if (would !== undefined) {
      front.hint?.(`${would} · ${this.#key ?? ''} again changes the mode`);
      return;
    }
    const result = permission.apply({ type: 'setMode', mode, destination: 'session' });
    if (!result.ok) this.#note(result.message);
    front.screen.refresh();
  }
}

function nextMode(mode: PermissionMode): PermissionMode {
  return MODES[(MODES.indexOf(mode) + 1) % MODES.length] ?? 'default';
}
