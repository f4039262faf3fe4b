import type { TerminalAction } from '@sluice/settings';
import type { SlashCommand } from './slash-command.ts';

/** What keys do: a name that is an action of the settings stands for the key that is set for it. */
const KEYS: readonly (readonly [key: string | { readonly action: TerminalAction }, does: string])[] = [
  ['Enter', 'send; while the model works: send with its next request'],
  ['! before a command', 'run it; its output is sent with your next message'],
  ['@ before a path', 'include the file'],
  ['Tab', 'complete; switch between a question and the prompt; while the model works: send when it is done'],
  ['Ctrl-J, Alt-Enter, Shift-Enter', 'new line (or \\ and Enter)'],
  ['Esc', 'close a menu, leave a question, stop the work; twice, on an empty prompt: /rewind'],
  ['Ctrl-C', 'clear the prompt, stop the work, leave'],
  ['Ctrl-D', 'leave, on an empty prompt'],
  [{ action: 'mode' }, 'change the permission mode'],
  ['Up, Down', 'earlier prompts; on an empty prompt: take back a queued message'],
  [{ action: 'search' }, 'search earlier prompts; again: in all directories'],
  [{ action: 'tasks' }, 'list the background tasks'],
  [{ action: 'background' }, 'move running commands and agents to the background'],
  [{ action: 'image' }, 'attach the image in the clipboard'],
  [{ action: 'transcript' }, 'show the whole session in $PAGER'],
  [{ action: 'editor' }, 'edit the prompt in $EDITOR'],
  [{ action: 'clear' }, 'clear the screen; what it showed is in the scrollback'],
  [{ action: 'suspend' }, 'suspend the program; fg in the shell continues it'],
  ['Ctrl-A, -E, -K, -U, -W, -Y, -_', 'edit the line as in a shell'],
  ['?', 'this list, on an empty prompt'],
];

/** Plain mode: the terminal itself edits the line. */
const PLAIN_KEYS = [
  'Enter sends the line; while the model works, it is sent with the next request.',
  'Enter alone sends queued messages now, repeats a question, or says what is running.',
  'A number and Enter answers a question, or chooses from a list.',
  'A backslash at the end of a line continues the message on the next line.',
  'Lines that are pasted together are one message.',
  '! before a command runs it; its output is sent with your next message.',
  '@ before a path includes the file.',
  '/unsend takes back the last queued message.',
  '/tasks lists background tasks; /tasks move moves running commands and agents to the background.',
  'Ctrl-C stops the work or leaves a list; when idle, twice to leave.',
  'Ctrl-D leaves.',
  '/help lists the commands.',
] as const;

export const keysCommand: SlashCommand = {
  name: 'keys',
  argumentHint: '',
  does: 'List the keys',
  waits: false,
  run(_args, { table, print, isPlain, keyOf }) {
    const rows = KEYS.flatMap(([key, does]): (readonly [string, string])[] => {
      const shown = typeof key === 'string' ? key : keyOf(key.action);
      // The user has switched its key off.
      return shown === undefined ? [] : [[shown, does]];
    });
    if (!isPlain) table(rows);
    else for (const line of PLAIN_KEYS) print(line);
  },
};
