import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  defineTool,
  isJsonObject,
  type AnyTool,
  type SchemaValidator,
  type StandardSchema,
} from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  collect,
  createGate,
  createKit,
  FREE,
  ofType,
  outcomes,
  runAll,
  statuses,
  textOfResult,
  toEnd,
  toolOf,
} from '../support/kit.ts';

/** Knows `required` alone, which is enough to see who asks what. */
function createFakeValidator(): SchemaValidator & { readonly compiled: unknown[] } {
  const compiled: unknown[] = [];
  return {
    compiled,
    async compile(schema) {
      compiled.push(schema);
      if (schema['type'] !== 'object') throw new Error('type must be object');
      const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
      return (value) =>
        required
          .filter((key) => !isJsonObject(value) || !Object.hasOwn(value, key))
          .map((key) => ({ path: [key], message: 'is required' }));
    },
  };
}

const plain = (name: string, schema: AnyTool['inputSchema']): AnyTool => ({
  ...toolOf(name, FREE),
  inputSchema: schema,
});
const WANTS_A = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

describe('inputs against their schema', () => {
  it('say where, what was expected, what came, and how to mend it', async () => {
    const tool = defineTool({
      name: 'Count',
      description: '',
      inputSchema: z.object({ rows: z.array(z.object({ n: z.number() })), mode: z.enum(['fast', 'slow']) }),
      call: async () => ({ data: '' }),
    });
    const events = await runAll(createKit([tool]), [
      { id: 'c', name: 'Count', input: { rows: [{ n: 1 }, { n: true }], mode: 'odd' } },
    ]);
    const text = textOfResult(events, 'c');
    expect(text).toMatch(/The input of Count does not match its schema/);
    expect(text).toMatch(/rows\[1\]\.n: expected a number, got the boolean true/);
    expect(text).toMatch(/mode: expected one of "fast", "slow", got the string "odd"/);
    expect(text).toMatch(/did not run\. Correct these fields and call it again\./);
  });

  it('tell twenty issues and count the rest', async () => {
    const tool = defineTool({
      name: 'Count',
      description: '',
      inputSchema: z.object({ rows: z.array(z.number()) }),
      call: async () => ({ data: '' }),
    });
    const rows = Array.from({ length: 25 }, () => 'x');
    const text = textOfResult(
      await runAll(createKit([tool]), [{ id: 'c', name: 'Count', input: { rows } }]),
      'c',
    );
    expect(text.match(/^- rows/gm)).toHaveLength(20);
    expect(text).toMatch(/and 5 more/);
  });

  it('that hold what a model made up are shown by path and text, never run', async () => {
    const events = await runAll(createKit([plain('P', WANTS_A)], { validator: createFakeValidator() }), [
      { id: 'c', name: 'P', input: JSON.parse('{"__proto__":{"a":"b"}}') },
    ]);
    expect(outcomes(events)).toEqual({ c: 'invalid-input' });
    expect(textOfResult(events, 'c')).toMatch(/a: is required \(a string\)/);
  });
});

describe('plain JSON Schemas', () => {
  it('are compiled at the first call of their tool, and once', async () => {
    const validator = createFakeValidator();
    const kit = createKit([plain('P', WANTS_A), plain('Q', { type: 'object' })], { validator });
    expect(validator.compiled).toEqual([]);
    await runAll(kit, [
      { id: 'c1', name: 'P', input: { a: 'x' } },
      { id: 'c2', name: 'P', input: {} },
    ]);
    await runAll(kit, [{ id: 'c3', name: 'P', input: { a: 'x' } }]);
    expect(validator.compiled).toHaveLength(1);
  });

  it('that do not compile cost that one tool, with the reason', async () => {
    const kit = createKit([plain('Bad', { type: 'array' }), plain('Good', { type: 'object' })], {
      validator: createFakeValidator(),
    });
    const events = await runAll(kit, [
      { id: 'c1', name: 'Bad', input: {} },
      { id: 'c2', name: 'Good', input: {} },
      { id: 'c3', name: 'Bad', input: {} },
    ]);
    expect(outcomes(events)).toEqual({ c1: 'tool-error', c2: 'ok', c3: 'tool-error' });
    for (const id of ['c1', 'c3']) {
      expect(textOfResult(events, id)).toMatch(
        /Bad can't be used.*type must be object.*Other tools still work/,
      );
    }
  });

  it.each(['a JSON Schema', 'a Standard Schema'])(
    "%s that can't be checked against an input is at fault, not the input",
    async (kind) => {
      const check = (value: unknown) =>
        isJsonObject(value) && value['a'] === 'bad'
          ? [{ path: [], message: 'it took longer than 1 s', isUnchecked: true }]
          : [];
      const standard: StandardSchema = {
        '~standard': {
          version: 1,
          vendor: 'test',
          validate: (value) => (check(value).length === 0 ? { value } : { issues: check(value) }),
        },
      };
      const kit = createKit([plain('Slow', kind === 'a JSON Schema' ? { type: 'object' } : standard)], {
        validator: { compile: async () => check },
      });
      const events = await runAll(kit, [
        { id: 'c1', name: 'Slow', input: { a: 'bad' } },
        { id: 'c2', name: 'Slow', input: { a: 'good' } },
      ]);
      expect(outcomes(events)).toEqual({ c1: 'tool-error', c2: 'ok' });
      expect(textOfResult(events, 'c1')).toBe(
        "The call did not run: this input can't be checked against the schema of Slow (it took longer than 1 s). The problem is in the schema, not the input. Other input may work, and other tools still do.",
      );
    },
  );

  it('need a validator, and say so', async () => {
    const events = await runAll(createKit([plain('P', WANTS_A)]), [
      { id: 'c', name: 'P', input: { a: 'x' } },
    ]);
    expect(textOfResult(events, 'c')).toMatch(/no JSON Schema validator is configured/);
  });

  it('of a deferred tool that the model never saw come with the hint to load it', async () => {
    const deferred = { ...plain('Hidden', WANTS_A), isDeferred: true };
    let hint: string | undefined;
    const kit = createKit([deferred], { validator: createFakeValidator(), loadHint: () => hint });
    const call = () => runAll(kit, [{ id: 'c', name: 'Hidden', input: {} }]);
    // Without a way to load it, no error names one; what its input is can be said all the same.
    expect(textOfResult(await call(), 'c')).toMatch(
      /^(?!.*not seen).*The input of Hidden is, in short, \{ a: string \}/s,
    );
    hint = 'Load it with Finder.';
    expect(textOfResult(await call(), 'c')).toMatch(/Load it with Finder\. .*\{ a: string \}/);
    kit.runtime.markLoaded('Hidden');
    expect(textOfResult(await call(), 'c')).not.toMatch(/Finder|not seen/);
  });
});

describe('schemas that take their time', () => {
  function slowSchema(gate: Promise<void>): AnyTool['inputSchema'] {
    return {
      '~standard': {
        version: 1,
        vendor: 'test',
        async validate(value) {
          await gate;
          return { value };
        },
      },
    };
  }

  it('keep the order of the calls after them', async () => {
    const gate = createGate();
    const order: string[] = [];
    const noting: Parameters<typeof toolOf>[1] = {
      async call(_, { callId }) {
        order.push(callId);
        return { data: '' };
      },
    };
    const slow = { ...toolOf('Slow', noting), inputSchema: slowSchema(gate.passed) };
    const kit = createKit([slow, toolOf('Quick', noting)]);
    const reading = collect(
      kit.runtime.run([
        { id: 'c1', name: 'Quick', input: {} },
        { id: 'c2', name: 'Slow', input: {} },
        { id: 'c3', name: 'Quick', input: {} },
        { id: 'c4', name: 'Nobody', input: {} },
      ]),
    );
    await quiet();
    expect(order).toEqual(['c1']);
    expect(statuses(reading.events, 'c3')).toEqual([]);
    gate.open();
    const events = await toEnd(reading, kit.clock);
    expect(order).toEqual(['c1', 'c2', 'c3']);
    expect(Object.keys(outcomes(events))).toEqual(['c1', 'c2', 'c3', 'c4']);
  });

  it('and reject are that tool’s error', async () => {
    const rejecting: AnyTool = {
      ...toolOf('Odd', FREE),
      inputSchema: {
        '~standard': { version: 1, vendor: 'test', validate: () => Promise.reject(new Error('no luck')) },
      },
    };
    const events = await runAll(createKit([rejecting, toolOf('Good', FREE)]), [
      { id: 'c1', name: 'Odd', input: {} },
      { id: 'c2', name: 'Good', input: {} },
    ]);
    expect(outcomes(events)).toEqual({ c1: 'tool-error', c2: 'ok' });
    expect(textOfResult(events, 'c1')).toMatch(/no luck/);
  });

  it('hear of an interrupt that came meanwhile', async () => {
    const gate = createGate();
    const kit = createKit([{ ...toolOf('Slow', FREE), inputSchema: slowSchema(gate.passed) }]);
    const run = kit.runtime.run([
      { id: 'c1', name: 'Slow', input: {} },
      { id: 'c2', name: 'Slow', input: {} },
    ]);
    const reading = collect(run);
    await quiet();
    run.interrupt('user-cancel');
    gate.open();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({
      c1: 'cancelled user-cancel',
      c2: 'cancelled user-cancel',
    });
  });
});

describe('coercions', () => {
  it('are reported as notices of the call', async () => {
    const tool = defineTool({
      name: 'Count',
      description: '',
      inputSchema: z.object({ n: z.number() }),
      call: async ({ n }) => ({ data: n + 1 }),
    });
    const events = await runAll(createKit([tool]), [{ id: 'c', name: 'Count', input: { n: '5' } }]);
    expect(textOfResult(events, 'c')).toBe('6');
    expect(ofType(events, 'notice')).toMatchObject([{ code: 'input-coerced', callId: 'c' }]);
  });
});
