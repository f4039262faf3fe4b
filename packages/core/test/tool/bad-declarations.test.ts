import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, type AnyTool } from '../../src/index.ts';
import { createKit, ofType, outcomes, runAll, textOfResult, toolOf } from '../support/kit.ts';

/** A tool as plain JavaScript may make it: nothing checks its types. */
function careless(declaration: object): AnyTool {
  return Object.assign({ ...toolOf('Careless') }, declaration);
}

describe('a tool whose author has made a mistake', () => {
  it.each([
    ['a list of strings', () => ['a.txt']],
    ['an unknown word', () => 'everthing'],
    ['a file without a path', () => [{ access: 'read', resource: { kind: 'file' } }]],
    ['an unknown kind', () => [{ access: 'read', resource: { kind: 'fil', path: 'a' } }]],
    ['a number', () => 5],
    ['nothing', () => undefined],
    ['a promise', () => Promise.resolve([])],
  ])('runs alone, and says so, when its claims are %s', async (_what, claims) => {
    const kit = createKit([careless({ claims }), toolOf('Good')]);
    const events = await runAll(kit, [
      { id: 'a', name: 'Good', input: {} },
      { id: 'b', name: 'Careless', input: {} },
      { id: 'c', name: 'Good', input: {} },
    ]);
    expect(outcomes(events)).toEqual({ a: 'ok', b: 'ok', c: 'ok' });
    const notices = ofType(events, 'notice').filter(({ code }) => code === 'tool-declaration-failed');
    expect(notices).toHaveLength(1);
    expect(notices[0]?.message).toMatch(/Careless .* runs alone/);
  });

  it('is told when what it shows the model is not valid content', async () => {
    const events = await runAll(createKit([careless({ toModel: () => 5 })]), [
      { id: 'a', name: 'Careless', input: {} },
    ]);
    expect(outcomes(events)).toEqual({ a: 'tool-error' });
    expect(textOfResult(events, 'a')).toMatch(/neither text nor a list of blocks/);
  });

  it('keeps the default limit when its own is not a number', async () => {
    const tool = careless({ maxResultSizeChars: () => Number.NaN });
    const events = await runAll(createKit([tool]), [{ id: 'a', name: 'Careless', input: {} }]);
    expect(textOfResult(events, 'a')).toBe('Careless done');
  });

  it.each(['inputSchema', 'call'])('can not be defined without %s', (field) => {
    const whole = {
      name: 'Half',
      description: '',
      inputSchema: z.object({}),
      call: async () => ({ data: 1 }),
    };
    const definition = Object.assign({}, whole, { [field]: undefined });
    expect(() => defineTool(definition)).toThrow(new RegExp(`Half needs .*"${field}"`));
  });
});
