import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../src/index.ts';

const bare = defineTool({
  name: 'Bare',
  description: 'does nothing',
  inputSchema: z.object({ n: z.number() }),
  call: async ({ n }) => ({ data: n + 1 }),
});

describe('defineTool', () => {
  it('fails closed where nothing is declared', () => {
    expect(bare.isConcurrencySafe({ n: 1 })).toBe(false);
    expect(bare.isReadOnly({ n: 1 })).toBe(false);
    expect(bare.isDestructive({ n: 1 })).toBe(true);
    expect(bare.isIdempotent({ n: 1 })).toBe(false);
    expect(bare.interruptBehavior({ n: 1 })).toBe('block');
    expect(bare.maxResultSizeChars({ n: 1 })).toBe(50_000);
    expect(bare.isEnabled()).toBe(true);
    expect(bare.claims).toBeUndefined();
  });

  it('derives destructive, idempotent and interrupt behaviour from read-only', () => {
    const reader = defineTool({ ...base, isReadOnly: ({ n }) => n > 0 });
    expect(reader.isDestructive({ n: 1 })).toBe(false);
    expect(reader.isIdempotent({ n: 1 })).toBe(true);
    expect(reader.interruptBehavior({ n: 1 })).toBe('cancel');
    expect(reader.interruptBehavior({ n: 0 })).toBe('block');
  });

  it('refuses a name that a model API would refuse', () => {
    expect(() => defineTool({ ...base, name: 'no spaces' })).toThrow(/letters, digits/);
  });
});

const base = {
  name: 'Base',
  description: 'base',
  inputSchema: z.object({ n: z.number() }),
  call: async () => ({ data: 0 }),
};
