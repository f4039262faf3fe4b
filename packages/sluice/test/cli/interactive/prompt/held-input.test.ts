import { expect, it } from 'vitest';
import { HeldInput } from '../../../../src/cli/interactive/prompt/held-input.ts';

/** A command whose output comes when the test says so. */
function openOutput(): { readonly printed: Promise<void>; readonly print: () => void } {
  const { promise: printed, resolve: print } = Promise.withResolvers<void>();
  return { printed, print };
}

it('submits what was typed behind a command in order, also behind a command of it that prints in turn', async () => {
  const [first, second] = [openOutput(), openOutput()];
  const log: string[] = [];
  const held = new HeldInput(
    (text, when) => {
      if (log.includes('/doctor') && text !== '/doctor' && !isPrinted) held.hold(text, when, second.printed);
      else log.push(text);
    },
    () => {},
  );
  let isPrinted = false;
  for (const text of ['/doctor', 'one', 'two', 'three']) held.hold(text, 'next', first.printed);
  expect(held.waiting.map(({ text }) => text)).toEqual(['/doctor', 'one', 'two', 'three']);
  first.print();
  await first.printed;
  await Promise.resolve();
  expect(log).toEqual(['/doctor']);
  expect(held.waiting.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  isPrinted = true;
  second.print();
  await second.printed;
  await Promise.resolve();
  expect(log).toEqual(['/doctor', 'one', 'two', 'three']);
  expect(held.waiting).toEqual([]);
});

it('gives the last one back, which is then not submitted', async () => {
  const { printed, print } = openOutput();
  const submitted: string[] = [];
  let changes = 0;
  const held = new HeldInput(
    (text) => submitted.push(text),
    () => {
      changes += 1;
    },
  );
  held.hold('one', 'after', printed);
  held.hold('two', 'next', printed);
  expect(held.takeBack()).toBe('two');
  expect(changes).toBe(3);
  print();
  await printed;
  await Promise.resolve();
  expect(submitted).toEqual(['one']);
  expect(held.takeBack()).toBeUndefined();
});
