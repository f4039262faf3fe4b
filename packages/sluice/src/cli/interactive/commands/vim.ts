import type { SlashCommand } from './slash-command.ts';

export const vimCommand: SlashCommand = {
  name: 'vim',
  argumentHint: '',
  does: 'Turn vim keys in the prompt on or off',
  waits: false,
  run(_args, { editor, print, note }) {
    if (editor.isVim === undefined) {
      note(
        "In plain mode, the terminal itself edits the line; shell settings such as set -o vi don't apply.",
      );
      return;
    }
    editor.isVim = !editor.isVim;
    print(
      editor.isVim
        ? 'The prompt now uses vim keys. Esc leaves insert mode; ":" before the prompt shows normal mode. To keep this, set "editorMode": "vim" in your settings.'
        : 'The prompt now uses shell keys.',
    );
  },
};
