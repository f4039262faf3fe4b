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
    purpose:
      'How the terminal notifies you when it is waiting: a bell, a notification, both (`auto`), or nothing.',
  },
  {
    key: 'terminal.notifyAfter',
    shape: { kind: 'number', least: 0, max: 86_400 },
    default: 10,
    ...OWN,
    purpose: 'Seconds without a key press before the terminal notifies you.',
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
    purpose: 'The background of the terminal: `auto` checks `COLORFGBG`, then asks the terminal; else dark.',
  },
  {
    key: 'terminal.wrap',
    shape: { kind: 'one-of', words: ['words', 'none', 'hard'] },
    default: 'words',
    ...OWN,
    purpose:
      'How to wrap long lines: at `words`, `none` (the terminal wraps), or `hard` (each row is a line).',
  },
  {
    key: 'editorMode',
    shape: { kind: 'one-of', words: ['normal', 'vim'] },
    default: 'normal',
    ...OWN,
    purpose: 'Keys for editing the prompt: as in a shell (`normal`), or `vim`.',
  },
  {
    key: 'askUserQuestionTimeout',
    shape: { kind: 'one-of', words: ['never', '60s', '5m', '10m'] },
    default: 'never',
    ...OWN,
    purpose: "How long the model's questions wait in the terminal: 60s, 5m, 10m or never.",
  },
  {
    key: 'dialogExpiry',
    shape: ANYTHING,
    ...OWN,
    setBy: 'anybody',
    use: 'none',
    purpose: 'When to drop unanswered dialogs. Sluice never drops them.',
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
