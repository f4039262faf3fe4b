import { describe, expect, it } from 'vitest';
import { createMemoryStore, readFile } from '../../src/index.ts';
import { fitMessage } from '../../src/result/message-budget.ts';
import { FREE, createKit, runAll, textOfResult, toolOf } from '../support/kit.ts';

describe('results', () => {
  it('the budget of a message holds for many results of middling size', async () => {
    const results = Array.from({ length: 60 }, () => ({
      content: 'x'.repeat(3900),
      isReplaced: false,
      preview: 'head' as const,
      shorten: undefined,
    }));
    const fitted = await fitMessage(results, 200_000, createMemoryStore());
    const total = results.reduce(
      (sum, { content }, index) => sum + (fitted.get(index)?.content ?? content).length,
      0,
    );
    expect(total).toBeLessThanOrEqual(200_000);
  });

  it('the budget of a message holds for a hundred large results', async () => {
    const results = Array.from({ length: 100 }, () => ({
      content: 'x'.repeat(50_000),
      isReplaced: false,
      preview: 'head' as const,
      shorten: undefined,
    }));
    const fitted = await fitMessage(results, 200_000, createMemoryStore());
    const total = results.reduce(
      (sum, { content }, index) => sum + (fitted.get(index)?.content ?? content).length,
      0,
    );
    expect(total).toBeLessThanOrEqual(200_000);
  });

  it('a page that is not shorter than asked goes to the store', async () => {
    const results = [
      {
        content: 'x'.repeat(9000),
        isReplaced: false,
        preview: 'head' as const,
        shorten: () => 'x'.repeat(9000),
      },
    ];
    const fitted = await fitMessage(results, 5000, createMemoryStore());
    expect(fitted.get(0)?.content.length).toBeLessThanOrEqual(5000);
  });

  it('an earlier read is stale although a later call of another message has the same id', async () => {
    const read = toolOf('Read', {
      ...FREE,
      claims: () => [readFile('/d/a')],
      async call(_, { ledger, callId, messageId }) {
        const known = { hash: 'old', size: 0, mtimeMs: 0, inode: 0 };
        const now = await kit.files.fingerprint('/d/a', known);
        if (now !== undefined)
          ledger.record({ ...now, path: '/d/a', kind: 'read', isPartial: false, callId, messageId });
        return { data: 'text' };
      },
    });
    const shell = toolOf('Shell', {
      async call() {
        kit.files.write('/d/a', 'changed');
        return { data: 'changed it' };
      },
    });
    const kit = createKit([read, shell]);
    kit.files.write('/d/a', 'first');
    await runAll(kit, [{ id: 'c1', name: 'Read', input: {} }]);
    const events = await runAll(kit, [{ id: 'c1', name: 'Shell', input: {} }]);
    expect(textOfResult(events, 'c1')).toMatch(/Changed since you last saw/);
  });
});
