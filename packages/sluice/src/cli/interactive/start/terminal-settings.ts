import { backgroundOf, type Background, type LineWrap } from '@sluice/terminal';
import { TERMINAL_ACTIONS, type LoadedSettings, type TerminalAction } from '@sluice/settings';
import { placeText } from '../../place-text.ts';

/** What the settings say of the terminal itself. */
export interface TerminalSettings {
  readonly notify: 'auto' | 'bell' | 'osc' | 'off';
  readonly notifyAfterMs: number;
  readonly hasColor: boolean;
  /** What colors have to be readable on. Undefined: the terminal is asked. */
  readonly background: Background | undefined;
  /** How long lines of the log wrap. */
  readonly wrap: LineWrap;
  /** Nothing is drawn: lines are appended. */
  readonly isPlain: boolean;
  /** The prompt is edited with the keys of vim. */
  readonly isVim: boolean;
  readonly keys: KeyBindings;
  /** Milliseconds after which questions go on without an answer. Undefined: they wait. */
  readonly questionTimeoutMs: number | undefined;
}

const QUESTION_TIMEOUTS: ReadonlyMap<unknown, number> = new Map([
  ['60s', 60_000],
  ['5m', 300_000],
  ['10m', 600_000],
]);

/** What each key of the terminal does, and what is wrong with the user's choice of keys. */
export interface KeyBindings {
  readonly actions: ReadonlyMap<string, TerminalAction>;
  /** Sentences. */
  readonly problems: readonly string[];
}

/** Reads them before anything is drawn. Invalid values are reported when the session opens. */
export function readTerminalSettings(loaded: LoadedSettings | undefined): TerminalSettings {
  const setting = loaded?.setting ?? (() => undefined);
  const notify = setting('terminal.notify')?.value;
  const after = setting('terminal.notifyAfter')?.value;
  const wrap = setting('terminal.wrap')?.value;
  const background = setting('terminal.background')?.value;
  return {
    notify: notify === 'bell' || notify === 'osc' || notify === 'off' ? notify : 'auto',
    notifyAfterMs: typeof after === 'number' ? after * 1000 : 10_000,
    wrap: wrap === 'none' || wrap === 'hard' ? wrap : 'words',
    questionTimeoutMs: QUESTION_TIMEOUTS.get(setting('askUserQuestionTimeout')?.value),
    isPlain: setting('axScreenReader')?.value === true,
    isVim: setting('editorMode')?.value === 'vim',
    keys: keyBindings(
      (action) => setting(`terminal.keys.${action}`)?.value,
      (action) => setting(`terminal.keys.${action}`)?.origins[0],
    ),
    background: background === 'light' || background === 'dark' ? background : backgroundOf(process.env),
    hasColor: setting('terminal.colors')?.value !== false && (process.env['NO_COLOR'] ?? '') === '',
  };
}

/**
 * A key that the user has chosen for one thing does nothing else: what usually has it loses it.
 * @param placeOfKey where it was chosen
 */
export function keyBindings(
  chosen: (action: TerminalAction) => unknown,
  placeOfKey: (action: TerminalAction) => Parameters<typeof placeText>[0] | undefined,
): KeyBindings {
  const actions = new Map<string, TerminalAction>();
  const problems: string[] = [];
  const names = Object.keys(TERMINAL_ACTIONS).filter(
    (name): name is TerminalAction => name in TERMINAL_ACTIONS,
  );
  for (const action of names) {
    const key = chosen(action);
    if (typeof key !== 'string' || key === 'off') continue;
    const other = actions.get(key);
    if (other === undefined) actions.set(key, action);
    else
      problems.push(
        `${placeText(placeOfKey(action) ?? {})}: terminal.keys.${action} has no effect: ${key} is also set as terminal.keys.${other}. Choose another key for one of them.`,
      );
  }
  for (const action of names) {
    const usual = TERMINAL_ACTIONS[action];
    if (typeof chosen(action) === 'string' || actions.has(usual)) continue;
    actions.set(usual, action);
  }
  return { actions, problems };
}
