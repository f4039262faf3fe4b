import { expect, it } from 'vitest';
import { hiddenCommands } from '../packed/blocks.ts';

it('commands of published pages stand in blocks that are run, or that say why not', () => {
  expect(hiddenCommands()).toEqual([]);
});
