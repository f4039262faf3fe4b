import type { SlashCommand } from './slash-command.ts';

export const vimCommand: SlashCommand = {
  name: 'vim',
  argumentHint: '',
  does: 'Turn the keys of vim in the prompt on or off',
  waits: false,
  run(_args, { editor, print, note }) {
    if (editor.isVim === undefined) {
      note(
        'In plain mode the terminal itself edits the line; your shell settings (set -o vi) do not reach it.',
      );
      return;
    }
    editor.isVim = !editor.isVim;
    print(
      editor.isVim
        ? 'The keys of vim edit the prompt. Esc leaves insert mode, which the mark ":" before the prompt shows. To keep it so, set "editorMode": "vim" in your settings.'
        : 'The prompt is edited as in a shell.',
    );
  },
};
