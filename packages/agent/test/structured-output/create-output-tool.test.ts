import { expect, it } from 'vitest';
import { createOutputTool } from '../../src/structured-output/create-output-tool.ts';

it('takes the first answer, says so of a later one, and takes a new one once it is asked for again', async () => {
  const { tool, taken, clear } = createOutputTool({ type: 'object' });
  const submit = async (n: number): Promise<unknown> => {
    const { data } = (await Reflect.apply(tool.call, tool, [{ n }, {}])) as { readonly data: object };
    return tool.toModel?.(data, { n });
  };
  expect(taken()).toBeUndefined();
  expect(await submit(1)).toBe('Your answer was accepted.');
  expect(await submit(2)).toMatch(/^An answer was already accepted; this one was ignored\./);
  expect(taken()).toEqual({ value: { n: 1 } });
  clear();
  expect(await submit(2)).toBe('Your answer was accepted.');
  expect(taken()).toEqual({ value: { n: 2 } });
});
