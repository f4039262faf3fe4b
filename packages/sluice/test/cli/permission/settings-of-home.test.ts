import { expect, it } from 'vitest';
import { HOME, verdict } from './judge.ts';

const edits = { mode: 'acceptEdits', directories: [HOME] } as const;
const write = (path: string) => ({ file_path: `${HOME}/${path}`, content: 'x' });

it.each([
  '.ssh/authorized_keys',
  '.config/autostart/x.desktop',
  '.local/bin/ls',
  '.config/new/x',
  '.new',
  'bin/x',
])('acceptEdits in the home directory asks before ~/%s is written', (path) => {
  expect(verdict('Write', write(path), edits)).toBe('?');
  expect(verdict('Bash', `mkdir -p ~/x && echo x > ~/${path}`, edits)).toBe('?');
});

it('acceptEdits in the home directory writes other files there', () => {
  expect(verdict('Write', write('notes.txt'), edits)).toBe('A');
  expect(verdict('Write', write('src/.env.example'), edits)).toBe('A');
});

it('a rule allows settings that no other program runs', () => {
  const allow = ['Edit(~/.config/**)'];
  expect(verdict('Write', write('.config/new/x'), { ...edits, allow })).toBe('A');
  expect(verdict('Write', write('.config/autostart/x.desktop'), { ...edits, allow })).toBe('?');
});
