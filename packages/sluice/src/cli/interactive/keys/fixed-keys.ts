import type { TerminalAction } from '@sluice/settings';
import type { Key, LineEditor } from '@sluice/terminal';
import type { FrontEvents } from '../front-events.ts';

/** After Esc has closed something, it stops nothing for this many milliseconds. */
const ESC_DEAD_MS = 300;
const LEAVE_MS = 2000;

export interface FixedKeysOptions {
  readonly events: FrontEvents;
  readonly editor: LineEditor;
  readonly actions: ReadonlyMap<string, TerminalAction>;
  /** What is being followed is on the screen: no card is in its place. */
  readonly isPanelShown: () => boolean;
  /** Shows a text in the status row for a moment. */
  readonly hint: (text: string) => void;
  readonly submit: (text: string, when: 'next' | 'after') => void;
  /** Enter on an empty prompt. True: an answer is being typed, and this was it. */
  readonly submitEmptyNote: () => boolean;
}

/**
 * The keys of the prompt that no setting changes: stop, leave, send, take back. Keys that settings change are in the
 * table `schema/table/key-bindings.ts` of `@sluice/settings`, and `bound-keys.ts` carries them out.
 */
export class FixedKeys {
  readonly #options: FixedKeysOptions;
  #closedAt = -Infinity;
  #leaveAskedAt = -Infinity;
  #escapedAt = -Infinity;

  constructor(options: FixedKeysOptions) {
    this.#options = options;
  }

  /** Esc has closed something. */
  closed(): void {
    this.#closedAt = performance.now();
  }

  /** True: the key was one of these. */
  take({ name }: Extract<Key, { kind: 'key' }>): boolean {
    const { actions, editor, events, submit, submitEmptyNote } = this.#options;
    const { isEmpty } = editor;
    const { isWorking, waiting } = events.state();
    // Only the same key twice in a row confirms anything.
    if (name !== 'escape') this.#escapedAt = -Infinity;
    if (name !== 'ctrl+c') this.#leaveAskedAt = -Infinity;
    const action = actions.get(name);
    if (action !== undefined) return events.onAction(action);
    switch (name) {
      case 'escape':
        this.#escape(isEmpty, isWorking);
        return true;
      case 'ctrl+c':
        this.#interrupt(isEmpty, isWorking);
        return true;
      case 'ctrl+d':
        if (!isEmpty) return false;
        events.onAskToLeave();
        return true;
      case 'tab':
        if (isWorking && !isEmpty) {
          const { text } = editor;
          editor.setText('');
          submit(text, 'after');
        }
        return true;
      case 'up':
        if (!isEmpty || waiting.length === 0) return false;
        editor.setText(events.onTakeBack() ?? '');
        return true;
      case 'enter':
        if (!isEmpty) return false;
        if (!submitEmptyNote()) events.onSendNow();
        return true;
      case '?':
        if (!isEmpty) return false;
        events.onKeyList();
        return true;
      default:
        return false;
    }
  }

  #escape(isEmpty: boolean, isWorking: boolean): void {
    const { events, hint, isPanelShown } = this.#options;
    const now = performance.now();
    if (now - this.#closedAt < ESC_DEAD_MS) return;
    if (events.state().panel !== undefined && isPanelShown()) {
      events.onClosePanel();
      this.closed();
    } else if (isWorking) events.onStop();
    else if (isEmpty && events.onEscape()) return;
    else if (isEmpty && now - this.#escapedAt < LEAVE_MS) {
      this.#escapedAt = -Infinity;
      events.onRewind();
    } else if (isEmpty) {
      this.#escapedAt = now;
      hint('press esc again to go back to an earlier prompt');
    }
  }

  #interrupt(isEmpty: boolean, isWorking: boolean): void {
    const { editor, events, hint } = this.#options;
    if (events.onKill()) return;
    if (!isEmpty) {
      editor.addToHistory(editor.text);
      editor.setText('');
      hint('cleared · ↑ brings it back');
      return;
    }
    if (isWorking) {
      events.onStop();
      return;
    }
    if (performance.now() - this.#leaveAskedAt < LEAVE_MS) events.onLeave();
    else {
      this.#leaveAskedAt = performance.now();
      hint('ctrl-c again within 2 s leaves');
    }
  }
}
