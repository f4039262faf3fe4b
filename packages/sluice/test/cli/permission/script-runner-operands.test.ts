import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';

const files = createMemoryFiles({
  contents: new Map(['/p/keep', '/p/keep.ts', '/p/x.ts', '/p/src/a.ts'].map((path) => [path, ''])),
  links: new Map(),
});
const judged = { mode: 'bypassPermissions', deny: ['Read(keep)', 'Edit(keep.ts)'], files } as const;

describe('every operand of deno and bun is a file', () => {
  it.each([
    'deno check x.ts keep',
    'deno test x.ts keep',
    'deno test --ignore keep x.ts',
    'deno bench x.ts keep',
    'deno cache x.ts keep',
    'deno doc x.ts keep',
    'deno run -c=keep x.ts',
    'bun run --target keep x.ts',
    'bun test x.ts keep',
    'deno fmt x.ts keep.ts',
    'deno fmt',
    'deno fmt .',
    'deno lint --fix',
    'deno lint --fix x.ts keep.ts',
  ])('does not run: %s', (command) => {
    expect(verdict('Bash', command, judged)).not.toBe('A');
  });

  it.each([
    'deno check x.ts',
    'deno test src',
    'deno fmt x.ts src',
    'deno fmt --check',
    'deno lint',
    'deno run -A x.ts',
    'deno task build',
    'bun test',
    'bun run build',
    'bun build x.ts --outdir dist --target node',
  ])('runs: %s', (command) => {
    expect(verdict('Bash', command, { ...judged, deny: ['Read(.env)', 'Edit(keep.ts)'] })).toBe('A');
  });
});
