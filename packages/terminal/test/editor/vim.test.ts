import { expect, it } from 'vitest';
import { LineEditor } from '../../src/editor/line-editor.ts';
import type { Key } from '../../src/keys/key.ts';

/** The keys of a person: `<Esc>` is Escape, anything else the character. */
function keysOf(text: string): readonly Key[] {
  return (text.match(/<Esc>|./gsu) ?? []).map((each) =>
    each === '<Esc>'
      ? { kind: 'key', name: 'escape', data: '\u001b' }
      : { kind: 'key', name: each === ' ' ? 'space' : each, data: each },
  );
}

function press(editor: LineEditor, keys: string): void {
  for (const key of keysOf(keys)) if (!editor.takeVim(key)) editor.take(key);
}

/** The text after keys of normal mode from its start, with `|` before the cursor. */
function after(text: string, keys: string): string {
  const editor = new LineEditor();
  editor.isVim = true;
  editor.setText(text);
  press(editor, `<Esc>gg0${keys}`);
  const { line, column } = editor.cursor;
  const lines = editor.text.split('\n');
  lines[line] = `${lines[line]?.slice(0, column)}|${lines[line]?.slice(column)}`;
  return lines.join('\n');
}

// What vim 9 does with the same keys.
it.each([
  ['one two three', 'w', 'one |two three'],
  ['one two three', '2w', 'one two |three'],
  ['foo.bar', 'w', 'foo|.bar'],
  ['foo.bar baz', 'W', 'foo.bar |baz'],
  ['one two', 'e', 'on|e two'],
  ['one two', '$b', 'one |two'],
  ['one two', '$', 'one tw|o'],
  ['  one', '$^', '  |one'],
  ['one two', 'fo', 'one tw|o'],
  ['one two', 'ft', 'one |two'],
  ['one two', 'tt', 'one| two'],
  ['abcabc', 'fc;', 'abcab|c'],
  ['abcabc', 'fc;,', 'ab|cabc'],
  ['one\ntwo\nthree', 'jl', 'one\nt|wo\nthree'],
  ['one\ntwo\nthree', 'G', 'one\ntwo\n|three'],
  ['one\ntwo\nthree', '9j', 'one\ntwo\n|three'],
  ['one two three', 'dw', '|two three'],
  ['one two three', 'd2w', '|three'],
  ['one two three', '2dw', '|three'],
  ['one two', 'wdw', 'one| '],
  ['one\ntwo', 'dw', '|\ntwo'],
  ['one two three', 'wD', 'one| '],
  ['one\ntwo\nthree', 'dd', '|two\nthree'],
  ['one\ntwo\nthree', 'Gdd', 'one\n|two'],
  ['one\ntwo\nthree', 'dj', '|three'],
  ['one\ntwo\nthree', 'jdgg', '|three'],
  ['one two', 'cwten<Esc>', 'te|n two'],
  ['one two', 'ccten<Esc>', 'te|n'],
  ['one two', 'wCten<Esc>', 'one te|n'],
  ['one two', 'wciwten<Esc>', 'one te|n'],
  ['one two three', 'wdaw', 'one |three'],
  ['say "hi there" now', 'ci"no<Esc>', 'say "n|o" now'],
  ['f(a, (b), c) x', 'fadi(', 'f(|) x'],
  ['f(a) x', 'di(', 'f(|) x'],
  ['one two', 'x', '|ne two'],
  ['one two', '3x', '| two'],
  ['one', 'rO', '|One'],
  ['one', '~', 'O|ne'],
  ['one', 'A two<Esc>', 'one tw|o'],
  ['  one', 'Ia <Esc>', '  a| one'],
  ['one', 'otwo<Esc>', 'one\ntw|o'],
  ['one', 'Otwo<Esc>', 'tw|o\none'],
  ['one\n  two', 'J', 'one| two'],
  ['one two', 'yiwP', 'on|eone two'],
  ['one two', 'dwp', 'tone| wo'],
  ['one\ntwo', 'yyp', 'one\n|one\ntwo'],
  ['one\ntwo', 'ddp', 'two\n|one'],
  ['a b c d', 'dw.', '|c d'],
  ['a b c', 'cwx<Esc>w.', 'x |x c'],
  ['abc', 'x.', '|c'],
  ['one two', 'dwu', '|one two'],
  ['👩‍👩‍👧 two', 'x', '| two'],
  ['one', 'q', '|one'],
  ['one', '5<Esc>x', '|ne'],
])('%j, %s: %j', (text, keys, wanted) => {
  expect(after(text, keys)).toBe(wanted);
});

it('keeps a folded paste in one piece, also where normal mode changes the text around it', () => {
  const editor = new LineEditor();
  editor.isVim = true;
  const pasted = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
  press(editor, 'see ');
  editor.take({ kind: 'paste', text: pasted });
  press(editor, '<Esc>0dwihere: <Esc>');
  expect(editor.text).toBe(`here: ${pasted}`);
});

it('starts each prompt in insert mode, and leaves Esc in normal mode to the terminal', () => {
  const editor = new LineEditor();
  editor.isVim = true;
  const [escape] = keysOf('<Esc>');
  press(editor, 'hello<Esc>');
  expect(editor.isVimNormal).toBe(true);
  expect(escape && editor.takeVim(escape)).toBe(false);
  expect(editor.take({ kind: 'key', name: 'enter', data: '\r' })).toBe('hello');
  expect(editor.isVimNormal).toBe(false);
  editor.isVim = false;
  press(editor, 'dd');
  expect(editor.text).toBe('dd');
});
