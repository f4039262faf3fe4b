import { createProcessSession, findMemoryPlace } from '@sluice/process';
import { afterAll, describe, expect, it } from 'vitest';
import { createBashTool } from '../../../src/bash/create-bash-tool.ts';
import { readMemoryLimit } from '../../../src/bash/settings/memory-limit.ts';
import { memoryNotes } from '../../../src/bash/result/memory-notes.ts';

const here = () => ({ isAvailable: true, directory: '/g', own: '/g', version: 2 }) as const;
const nowhere = () => ({ isAvailable: false, reason: 'There are no groups.' }) as const;
const read = (value: string | undefined, place: typeof findMemoryPlace = here) =>
  readMemoryLimit({ CLAUDE_CODE_TOOL_MEMORY_LIMIT: value }, place);

describe('the limit of the memory of commands', () => {
  it.each([
    ['8000000000', 8_000_000_000],
    ['2g', 2 * 1024 ** 3],
    [' 1.5G ', 1.5 * 1024 ** 3],
    ['512MiB', 512 * 1024 ** 2],
    ['16m', 16 * 1024 ** 2],
    ['65536kb', 64 * 1024 ** 2],
    ['1T', 1024 ** 4],
    ['none', undefined],
    ['NONE', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('is by %j %s', (value, limitBytes) => {
    expect(read(value)).toEqual({ limitBytes, warnings: [] });
  });

  it.each(['much', '2 g', '-1', '15m', '0', '2x', '99999999t', '1e9', '50%', '.5g'])(
    'is none by %j, and that is told',
    (value) => {
      const { limitBytes, warnings } = read(value);
      expect(limitBytes).toBeUndefined();
      expect(warnings).toEqual([
        { variable: 'CLAUDE_CODE_TOOL_MEMORY_LIMIT', text: expect.stringContaining(JSON.stringify(value)) },
      ]);
    },
  );

  it('is none where it can not be kept, and that is told', () => {
    expect(read('2g', nowhere)).toEqual({
      limitBytes: undefined,
      warnings: [
        { variable: 'CLAUDE_CODE_TOOL_MEMORY_LIMIT', text: expect.stringContaining('There are no groups.') },
      ],
    });
  });

  it('is told when it was reached', () => {
    expect(memoryNotes({})).toEqual([]);
    expect(memoryNotes({ memory: { limitBytes: 1.5 * 1024 ** 3, kills: 1 } })[0]).toMatch(
      /1\.5 GiB .* killed a process of/,
    );
    expect(memoryNotes({ memory: { limitBytes: 96 * 1024 ** 2, kills: 3 } })[0]).toMatch(
      /96 MiB .* killed 3 processes of/,
    );
  });
});

describe('the Bash tool', () => {
  const processes = createProcessSession();
  afterAll(() => processes.dispose());

  it('tells at its creation of a limit that it can not read', () => {
    const told: string[] = [];
    createBashTool({
      processes,
      env: { CLAUDE_CODE_TOOL_MEMORY_LIMIT: 'much' },
      onWarning: ({ variable }) => void told.push(variable),
    });
    expect(told).toEqual(['CLAUDE_CODE_TOOL_MEMORY_LIMIT']);
  });
});
