import { expect, it } from 'vitest';
import { analyzeCommand } from '../../src/effects/analyze-command.ts';
import { CONTEXT } from './analyze.ts';

/** A link that is there before the line runs. */
const realName = (path: string): string | undefined => (path === '/p/b/q' ? '/bin/rm' : undefined);

it.each([
  ['PATH=b:$PATH q x', true],
  ['PATH="b:$PATH" q x', true],
  ['PATH=$PWD/b q x', true],
  ['env PATH=/usr/bin:./b q x', true],
  ['sudo PATH=/p/b q x', true],
  ['cd b && PATH=. q x', true],
  ['PATH=c:$PATH q x', false],
  ['q x', false],
])('a program that the search path of a line leads to is seen by its real name: %s', (line, isSeen) => {
  const { commands } = analyzeCommand(line, { ...CONTEXT, realName });
  expect(commands.some(({ texts }) => texts.deny.includes('rm x'))).toBe(isSeen);
});
