import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../src/index.ts';
import { createInputValidator } from '../../src/input/validate.ts';
import { createKit, ofType, runAll, textOfResult, toolOf } from '../support/kit.ts';

describe('inputs', () => {
  it('an issue inside JSON text that was taken apart says what came there', async () => {
    const validator = createInputValidator(undefined);
    const schema = z.object({ list: z.array(z.number()) });
    const validation = await validator.validate(schema, { list: '["a"]' });
    expect(validation).toMatchObject({
      ok: false,
      issues: [{ path: ['list', 0], received: 'the string "a"' }],
    });
  });

  it('issues of a schema that has no JSON Schema are still told', async () => {
    const kit = createKit([
      {
        ...toolOf('Odd'),
        inputSchema: {
          '~standard': {
            version: 1,
            vendor: 'test',
            validate: () => ({ issues: [{ message: 'too blue' }] }),
          },
        },
      },
    ]);
    const events = await runAll(kit, [{ id: 'c1', name: 'Odd', input: {} }]);
    expect(textOfResult(events, 'c1')).toMatch(/too blue/);
  });

  it('coercions of an input that a hook gave are reported', async () => {
    const tool = defineTool({
      name: 'Count',
      description: '',
      inputSchema: z.object({ n: z.number() }),
      call: async ({ n }) => ({ data: n }),
    });
    const kit = createKit([tool], {
      hooks: [{ event: 'PreToolUse', name: 'changes', run: () => ({ updatedInput: { n: '5' } }) }],
    });
    const events = await runAll(kit, [{ id: 'c1', name: 'Count', input: { n: 1 } }]);
    expect(ofType(events, 'notice').map(({ code }) => code)).toEqual(['input-coerced']);
  });
});

describe('hooks', () => {
  it('a replacement that fits its schema only once coerced is not shown as it came', async () => {
    const shown: unknown[] = [];
    const tool = defineTool({
      name: 'Count',
      description: '',
      inputSchema: z.object({}),
      outputSchema: z.object({ n: z.number() }),
      call: async () => ({ data: { n: 1 } }),
      toModel: ({ n }) => {
        shown.push(n);
        return String(n);
      },
    });
    const kit = createKit([tool], {
      hooks: [{ event: 'PostToolUse', name: 'changes', run: () => ({ updatedOutput: { n: '5' } }) }],
    });
    await runAll(kit, [{ id: 'c1', name: 'Count', input: {} }]);
    expect(shown).not.toContain('5');
  });
});
