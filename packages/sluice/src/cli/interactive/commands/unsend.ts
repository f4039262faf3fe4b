import type { SlashCommand } from './slash-command.ts';

export const unsendCommand: SlashCommand = {
  name: 'unsend',
  argumentHint: '',
  does: 'Take back the last queued message',
  waits: false,
  run(_, { unsend, setDraft, note, print, isPlain }) {
    const text = unsend();
    if (text === undefined) {
      note('No message is queued.');
      return;
    }
    if (isPlain) print('Taken back: it is not sent.');
    setDraft(text);
  },
};
