import type { SettingKey } from '../setting-key.ts';
import { ANYTHING, BOOLEAN, OBJECT } from '../shape.ts';

/** How the person's own terminal looks and sounds is not for a repository to choose. */
const OWN = { setBy: 'not-repository', merge: 'highest', untrusted: 'nothing', use: 'start' } as const;

export const TERMINAL_SETTINGS = [
  {
    key: 'statusLine',
    shape: OBJECT,
    setBy: 'anybody',
    offBy: 'disableAllHooks',
    merge: 'highest',
    untrusted: 'nothing',
    needsTrustedRoot: true,
    use: 'start',
    purpose: 'A command whose output the terminal shows in a row: `{ "type": "command", "command" }`.',
  },
  {
    key: 'axScreenReader',
    shape: BOOLEAN,
    default: false,
    ...OWN,
    purpose: 'Start the terminal in plain mode, for screen readers.',
  },
  {
    key: 'terminal.notify',
    shape: { kind: 'one-of', words: ['auto', 'bell', 'osc', 'off'] },
    default: 'auto',
    ...OWN,
    purpose: 'How the terminal tells you that it waits: a bell, a notification, both (`auto`), or nothing.',
  },
  {
    key: 'terminal.notifyAfter',
    shape: { kind: 'number', least: 0, max: 86_400 },
    default: 10,
    ...OWN,
    purpose: 'Seconds without a key after which the terminal tells you that it waits.',
  },
  {
    key: 'terminal.colors',
    shape: BOOLEAN,
    default: true,
    ...OWN,
    purpose: 'Whether the terminal uses colors.',
  },
  {
    key: 'terminal.background',
    shape: { kind: 'one-of', words: ['auto', 'light', 'dark'] },
    default: 'auto',
    ...OWN,
    purpose: 'What colors must be readable on: `auto` asks `COLORFGBG`, then the terminal; else dark.',
  },
  {
    key: 'terminal.wrap',
    shape: { kind: 'one-of', words: ['words', 'none', 'hard'] },
    default: 'words',
    ...OWN,
    purpose: 'Long lines: whole `words`, `none` of our doing, or `hard`, as lines of their own.',
  },
  {
    key: 'editorMode',
    shape: { kind: 'one-of', words: ['normal', 'vim'] },
    default: 'normal',
    ...OWN,
    purpose: 'How the prompt is edited: as in a shell, or with the keys of vim.',
  },
  {
    key: 'askUserQuestionTimeout',
    shape: { kind: 'one-of', words: ['never', '60s', '5m', '10m'] },
    default: 'never',
    ...OWN,
    purpose: 'How long questions of the model wait in the terminal: 60s, 5m, 10m or never.',
  },
  {
    key: 'dialogExpiry',
    shape: ANYTHING,
    ...OWN,
    setBy: 'anybody',
    use: 'none',
    purpose: 'When to drop dialogs that wait for an answer. In Sluice they wait.',
  },
  {
    key: 'respectGitignore',
    shape: BOOLEAN,
    default: true,
    ...OWN,
    setBy: 'anybody',
    use: 'none',
    purpose: 'Leave ignored files out of @ completion.',
  },
] as const satisfies readonly SettingKey[];
