import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isHarmlessSequence } from '../../src/answer/terminal-sequence.ts';

const [BELL, ESCAPE, END] = ['\u0007', '\u001b', '\u001b\\'];

it.each([
  ['the bell', BELL, true],
  ['the bell twice', BELL + BELL, true],
  ['a title, ended by the bell', `${ESCAPE}]0;it works${BELL}`, true],
  ['a title, ended by ST', `${ESCAPE}]2;日本${END}`, true],
  ["an icon's name", `${ESCAPE}]1;x${BELL}`, true],
  ['a notification of iTerm2', `${ESCAPE}]9;done${BELL}`, true],
  ['one of kitty', `${ESCAPE}]99;i=1:d=0;done${END}`, true],
  ['one of urxvt', `${ESCAPE}]777;notify;a;b${BELL}`, true],
  ['a title, the bell, and a notification', `${ESCAPE}]0;a${BELL}${BELL}${ESCAPE}]9;b${END}`, true],
  ['a notification that begins with a number', `${ESCAPE}]9;3 tests failed${BELL}`, true],
  ['progress', `${ESCAPE}]9;4;1;50${BELL}`, true],
  ['the end of progress', `${ESCAPE}]9;4;0${END}`, true],
  ['a macro of ConEmu', `${ESCAPE}]9;6;Close(2)${BELL}`, false],
  ['a program of ConEmu', `${ESCAPE}]9;7;calc.exe${BELL}`, false],
  ['a number that is none of its own', `${ESCAPE}]9; 007 ;x${BELL}`, false],
  ['its number alone', `${ESCAPE}]9;5${BELL}`, false],
  ['progress with more behind it', `${ESCAPE}]9;4;1;50;x${BELL}`, false],
  ["kitty's title and body", `${ESCAPE}]99;i=a:p=body:e=1;aGk=${END}`, true],
  ['a question to kitty', `${ESCAPE}]99;i=a:p=?;${END}`, false],
  ['one after a title', `${ESCAPE}]99;p=title:p=alive;${END}`, false],
  ['buttons of kitty', `${ESCAPE}]99;p=buttons;a${END}`, false],
  ['a click that kitty reports', `${ESCAPE}]99;a=report;x${END}`, false],
  ['an end that kitty reports', `${ESCAPE}]99;c=1;x${END}`, false],
  ['what urxvt does beside notifying', `${ESCAPE}]777;precmd${BELL}`, false],
  ['nothing', '', false],
  ['text', 'hello', false],
  ['text before it', `x${BELL}`, false],
  ['text after it', `${BELL}x`, false],
  ['a color', `${ESCAPE}[31m`, false],
  ['a reset of the terminal', `${ESCAPE}c`, false],
  ['the clipboard (OSC 52)', `${ESCAPE}]52;c;aGk=${BELL}`, false],
  ['colors of the terminal (OSC 4)', `${ESCAPE}]4;1;red${BELL}`, false],
  ['a link (OSC 8)', `${ESCAPE}]8;;http://a${BELL}`, false],
  ['a command that begins as an allowed one', `${ESCAPE}]02;x${BELL}`, false],
  ['no command at all', `${ESCAPE}];x${BELL}`, false],
  ['no text of the command', `${ESCAPE}]0${BELL}`, false],
  ['a title that is not ended', `${ESCAPE}]0;x`, false],
  ['a title that ends in half an end', `${ESCAPE}]0;x${ESCAPE}`, false],
  ['another command inside a title', `${ESCAPE}]0;x${ESCAPE}[2J${BELL}`, false],
  ['a line break inside a title', `${ESCAPE}]0;x\ny${BELL}`, false],
  ['a control of eight bits inside a title', `${ESCAPE}]0;x\u009b2J${BELL}`, false],
  ['the introducer of eight bits', `\u009d0;x${BELL}`, false],
  ['a deletion', `${ESCAPE}]0;x\u007f${BELL}`, false],
  ['one that goes on for ever', `${ESCAPE}]0;${'x'.repeat(5000)}${BELL}`, false],
])('%s', (_, text, isHarmless) => {
  expect(isHarmlessSequence(text)).toBe(isHarmless);
});

it('property: what is let through has no control but the bell, and those that begin and end an allowed command', () => {
  const piece = fc.oneof(
    fc.constantFrom(BELL, ESCAPE, END, `${ESCAPE}]`, '0;', '9;', '52;', ';', 'a', '\n', '\u009b'),
    fc.string({ maxLength: 3 }),
  );
  const ends = `(?:${BELL}|${ESCAPE}\\\\)`;
  const controls = ['\u0000-\u001f', '\u007f-\u009f'].join('');
  const allowed = new RegExp(`^(?:${BELL}|${ESCAPE}\\](?:0|1|2|9|99|777);[^${controls}]*${ends})+$`);
  const titles = new RegExp(`^(?:${BELL}|${ESCAPE}\\](?:0|1|2);[^${controls}]*${ends})+$`);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      if (isHarmlessSequence(text)) expect(text).toMatch(allowed);
      if (titles.test(text)) expect(isHarmlessSequence(text)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});
