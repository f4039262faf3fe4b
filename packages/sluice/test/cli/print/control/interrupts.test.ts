import { expect, it } from 'vitest';
import { Interrupts } from '../../../../src/cli/print/control/interrupts.ts';

it('only an interrupt that repeats one of the same prompt kills what is being stopped', () => {
  const interrupts = new Interrupts();
  let killed = 0;
  const stopping = { kill: () => (killed += 1) > 0 };
  const seen = ['prompt', 'interrupt', 'interrupt', 'prompt', 'interrupt', 'interrupt', 'interrupt'].map(
    (step) => {
      if (step === 'prompt') interrupts.begin();
      else interrupts.take(stopping);
      return killed;
    },
  );
  expect(seen).toEqual([0, 0, 1, 1, 1, 2, 3]);
});
