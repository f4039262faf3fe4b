import type { SettingKey } from '../setting-key.ts';

/**
 * What keys of the terminal do, with the default key of each. Keys that always do the same (Enter, Esc, Tab, Ctrl-C and others) are in
 * the command's `cli/interactive/keys/fixed-keys.ts`.
 */
export const TERMINAL_ACTIONS = {
  mode: 'shift+tab',
  editor: 'ctrl+g',
  tasks: 'ctrl+t',
  background: 'ctrl+b',
  transcript: 'ctrl+o',
  search: 'ctrl+r',
  image: 'ctrl+v',
  clear: 'ctrl+l',
  suspend: 'ctrl+z',
} as const;

export type TerminalAction = keyof typeof TERMINAL_ACTIONS;

function actionKey<const Action extends TerminalAction>(action: Action, does: string) {
  return {
    key: `terminal.keys.${action}`,
    shape: { kind: 'key' },
    default: TERMINAL_ACTIONS[action],
    setBy: 'not-repository',
    merge: 'highest',
    untrusted: 'nothing',
    use: 'start',
    purpose: `The key that ${does}.`,
  } as const;
}

export const KEY_BINDINGS = [
  actionKey('mode', 'changes the permission mode'),
  actionKey('editor', 'opens the prompt in your editor'),
  actionKey('tasks', 'lists the background tasks'),
  actionKey('background', 'moves running commands and agents to the background'),
  actionKey('transcript', 'shows the whole session'),
  actionKey('search', 'searches earlier prompts'),
  actionKey('image', 'attaches the image in the clipboard'),
  actionKey('clear', 'clears the screen'),
  actionKey('suspend', 'suspends the program'),
] as const satisfies readonly SettingKey[];
