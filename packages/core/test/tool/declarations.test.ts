import { describe, expect, it } from 'vitest';
import { toolDefinitions, assemblePool, type InquiryAnswer, type AnyTool } from '../../src/index.ts';
import { createKit, ofType, outcomes, runAll, toolOf } from '../support/kit.ts';
import { asking, createPerson } from '../support/person.ts';

const nothing = (): never => {
  throw new Error('declared badly');
};

describe('a declaration that throws', () => {
  const declarations = {
    timeoutMs: toolOf('Bad', { timeoutMs: nothing }),
    summarize: toolOf('Bad', { summarize: nothing }),
    suggestRules: toolOf('Bad', { suggestRules: nothing }),
    isDestructive: toolOf('Bad', { isDestructive: nothing }),
    toHook: toolOf('Bad', { toHook: nothing }),
    changesContext: toolOf('Bad', {
      changesContext: nothing,
      call: async () => ({ data: '', modifyContext: (context) => context }),
    }),
    'data of a kind that JSON has not': toolOf('Bad', { call: async () => ({ data: () => 1 }) }),
  };
  for (const [field, tool] of Object.entries(declarations)) {
    it(`still leaves its call one result: ${field}`, async () => {
      const person = createPerson();
      const kit = createKit([tool], {
        hooks: [{ event: 'PostToolUse', name: 'looks', run: () => undefined }],
        ...(['summarize', 'suggestRules', 'isDestructive'].includes(field)
          ? {
              policy: asking('Ask', 'Any', 'Bad'),
              asker: {
                ...person.asker,
                push: (_: unknown, answer: (given: InquiryAnswer) => void) => answer({ behavior: 'allow' }),
              },
            }
          : {}),
      });
      const events = await runAll(kit, [{ id: 'c1', name: 'Bad', input: {} }]);
      expect(ofType(events, 'tool-result')).toHaveLength(1);
    });
  }

  it('of a smaller page still leaves its message whole', async () => {
    const kit = createKit(
      [
        toolOf('Bad', {
          maxResultSizeChars: Infinity,
          shorten: nothing,
          call: async () => ({ data: 'x'.repeat(9000) }),
        }),
      ],
      { messageBudget: 5000 },
    );
    const events = await runAll(kit, [{ id: 'c1', name: 'Bad', input: {} }]);
    expect(ofType(events, 'message')).toHaveLength(1);
  });

  it('in a policy denies', async () => {
    const kit = createKit([toolOf('Any')], { policy: { decide: nothing } });
    expect(outcomes(await runAll(kit, [{ id: 'c1', name: 'Any', input: {} }]))).toEqual({ c1: 'denied' });
  });

  it('in what a hook matches costs no result', async () => {
    const kit = createKit([toolOf('Any')], {
      hooks: [{ event: 'PreToolUse', name: 'bad', matches: nothing, run: () => undefined }],
    });
    expect(outcomes(await runAll(kit, [{ id: 'c1', name: 'Any', input: {} }]))).toEqual({ c1: 'ok' });
  });

  it('of whether the tool is enabled leaves that tool out', () => {
    expect(
      assemblePool({ builtIn: [toolOf('Bad', { isEnabled: nothing }), toolOf('Good')] }).leftOut,
    ).toEqual([{ name: 'Bad', reason: 'disabled' }]);
  });

  it('in a schema costs only its own tool among the definitions', async () => {
    const odd: AnyTool = { ...toolOf('Odd'), inputSchema: { type: 'string' } };
    const definitions = await toolDefinitions(assemblePool({ builtIn: [odd, toolOf('Good')] }), 'anthropic');
    expect(definitions.map(({ name }) => name)).toEqual(['Good']);
  });
});
