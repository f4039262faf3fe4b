import { expect, it } from 'vitest';
import { LineEditor } from '../../src/editor/line-editor.ts';
import type { Key } from '../../src/keys/key.ts';
import { createStyle } from '../../src/text/style.ts';
import { promptRows } from '../../src/views/prompt-rows.ts';

const paste = (text: string): Key => ({ kind: 'paste', text });
const key = (name: string, data: string): Key => ({ kind: 'key', name, data });
const LONG = Array.from({ length: 10_000 }, (_, at) => `row ${at} of what was pasted`).join('\n');
const TWELVE = Array.from({ length: 12 }, () => 'x').join('\n');
const LINE = 'y'.repeat(1001);

function shown(editor: LineEditor, width = 78): readonly string[] {
  return editor.render(width, 24).rows;
}

it('shows a long paste as a chip with its lines and size, one unit for the cursor, and sends all of it', () => {
  const editor = new LineEditor();
  editor.insert('see ');
  editor.take(paste(LONG));
  editor.insert(' and ');
  editor.take(paste(LINE));
  expect(shown(editor)).toEqual([
    'see [paste 1: 10,000 lines, 279 kB] and [paste 2: 1,001 characters, 1.0 kB]',
  ]);
  const first = 'see [paste 1: 10,000 lines, 279 kB] and ';
  const whole = `${first}[paste 2: 1,001 characters, 1.0 kB]`;
  expect(editor.render(78, 24).cursor).toEqual({ row: 0, column: whole.length });
  expect(editor.text).toBe(`see ${LONG} and ${LINE}`);
  // Over the chip in one step, and back.
  editor.take(key('left', '\u001b[D'));
  expect(editor.render(78, 24).cursor.column).toBe(first.length);
  editor.take(key('right', '\u001b[C'));
  // Removing the first one gives the second one its number.
  for (let step = 0; step < 6; step += 1) editor.take(key('left', '\u001b[D'));
  editor.take(key('backspace', '\u007f'));
  expect(shown(editor)).toEqual(['see  and [paste 1: 1,001 characters, 1.0 kB]']);
  expect(editor.take(key('enter', '\r'))).toBe(`see  and ${LINE}`);
});

it('unfolds a chip when the same text is pasted again behind it, and no other one', () => {
  const editor = new LineEditor();
  editor.take(paste(TWELVE));
  expect(shown(editor)).toEqual(['[paste 1: 12 lines, 23 B]']);
  editor.take(paste(`${TWELVE}y`));
  expect(shown(editor)).toEqual(['[paste 1: 12 lines, 23 B][paste 2: 12 lines, 24 B]']);
  editor.take(paste(`${TWELVE}y`));
  expect(editor.shownText).toMatch(/^\[paste #1 0+ chars\]x\nx\n/);
  expect(editor.text).toBe(`${TWELVE}${TWELVE}y`);
  editor.setText('');
  editor.take(paste('short'));
  editor.take(paste('short'));
  expect(shown(editor)).toEqual(['shortshort']);
});

it.each([
  ['with tabs and controls', '', `\ta\u0001\t\n${TWELVE}`, `\ta\t\n${TWELVE}`],
  ['that is a path behind a word', 'see', `/tmp/a\n${TWELVE}`, ` /tmp/a\n${TWELVE}`],
])('unfolds a paste %s, kept in a file or not, which has all that was pasted', (_, before, pasted, text) => {
  /** The prompt has no tabs. */
  const shownOf = text.replaceAll('\t', '    ');
  for (const isKept of [false, true]) {
    const kept: string[] = [];
    const editor = new LineEditor();
    if (isKept) editor.keepPaste = (whole) => `file ${kept.push(whole)}`;
    editor.insert(before);
    editor.take(paste(pasted));
    expect(editor.text).toBe(before + (isKept ? 'file 1' : text));
    editor.take(paste(pasted));
    expect(kept).toEqual(isKept ? [pasted] : []);
    expect(editor.shownText).toBe(before + shownOf);
    expect(editor.take(key('enter', '\r'))).toBe((before + shownOf).trim());
  }
});

it('sends what is kept in place of a paste, whose chip says what was pasted', () => {
  const editor = new LineEditor();
  editor.keepPaste = (text) => (text === LONG ? 'in a file' : undefined);
  editor.take(paste(LONG));
  editor.insert(' ');
  editor.take(paste(TWELVE));
  expect(shown(editor)).toEqual(['[paste 1: 10,000 lines, 279 kB] [paste 2: 12 lines, 23 B]']);
  expect(editor.text).toBe(`in a file ${TWELVE}`);
  // Undo takes the chip away, and nothing else.
  editor.take(key('ctrl+-', '\u001f'));
  expect(editor.text).toBe('in a file ');
});

it.each([
  ['sent', (editor: LineEditor): string => editor.take(key('enter', '\r')) ?? ''],
  ['cleared', (editor: LineEditor): string => editor.text],
])('has the chips again in a prompt that was %s and is recalled, with the cursor at its end', (_, leave) => {
  const editor = new LineEditor();
  editor.take(paste(`${TWELVE}\n`));
  editor.insert(' my question');
  const text = leave(editor);
  editor.addToHistory(text);
  editor.setText('');
  expect(editor.folded(text)).toBe('[paste 1: 12 lines, 24 B] my question');
  editor.take(key('up', '\u001b[A'));
  expect(shown(editor)).toEqual(['[paste 1: 12 lines, 24 B] my question']);
  expect(editor.render(78, 24).cursor.column).toBe('[paste 1: 12 lines, 24 B] my question'.length);
  expect(editor.text).toBe(`${TWELVE}\n my question`);
  // A paste at the end of what was sent has lost its line feed there.
  editor.setText('');
  editor.addToHistory(`see ${TWELVE}`);
  editor.take(key('up', '\u001b[A'));
  expect(shown(editor)).toEqual(['see [paste 1: 12 lines, 24 B]']);
});

it('has the cursor behind a prompt that is recalled, with one line or several', () => {
  const editor = new LineEditor();
  for (const text of ['two\nlines', 'one line']) editor.addToHistory(text);
  editor.take(key('up', '\u001b[A'));
  editor.take(key('!', '!'));
  expect(editor.text).toBe('one line!');
  editor.setText('');
  editor.take(key('up', '\u001b[A'));
  editor.take(key('up', '\u001b[A'));
  expect(editor.text).toBe('two\nlines');
  editor.take(key('!', '!'));
  expect(editor.text).toBe('two\nlines!');
});

it('says that rows above or below are hidden', () => {
  const editor = new LineEditor();
  editor.setText(Array.from({ length: 13 }, (_, index) => `line ${index + 1}`).join('\n'));
  expect(editor.render(70, 24)).toMatchObject({ hasAbove: true, hasBelow: false });
  for (let count = 0; count < 12; count += 1) editor.take(key('up', '\u001b[A'));
  const view = editor.render(70, 24);
  expect(view).toMatchObject({ hasAbove: false, hasBelow: true });
  const style = createStyle(false);
  expect(promptRows(view, '> ', style).rows.map((row) => row.slice(0, 3))).toEqual([
    '> l',
    ...Array.from({ length: view.rows.length - 2 }, () => '  l'),
    '↓ l',
  ]);
  expect(promptRows({ ...view, hasAbove: true, hasBelow: false }, '> ', style).rows[0]).toBe('↑ line 1');
});

it.each([
  ['Shift-Enter', key('shift+enter', '\u001b[13;2u')],
  ['Alt-Enter', key('alt+enter', '\u001b\r')],
  ['Ctrl-J', key('ctrl+j', '\n')],
])('%s begins a line and sends nothing', (_, pressed) => {
  const editor = new LineEditor();
  editor.insert('one');
  expect(editor.take(pressed)).toBeUndefined();
  editor.insert('two');
  expect(editor.text).toBe('one\ntwo');
});
