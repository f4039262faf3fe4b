import { defineTool } from '@sluice/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { toolFacts } from '../../../src/cli/tools-list/tool-facts.ts';
import { toolTable } from '../../../src/cli/tools-list/tool-table.ts';

it('says "by input" where a declaration depends on the input', async () => {
  const tool = defineTool({
    name: 'Sample',
    description: () => 'Does v1.2 things. And more.',
    inputSchema: z.object({ words: z.array(z.string()) }),
    isReadOnly: ({ words }) => words.includes('ls'),
    call: async () => ({ data: '' }),
  });
  const facts = await toolFacts(tool);
  expect(facts).toEqual({
    name: 'Sample',
    isConcurrencySafe: false,
    isReadOnly: 'by input',
    isDestructive: 'by input',
    isIdempotent: 'by input',
    interrupt: 'by input',
    limit: 50_000,
    purpose: 'Does v1.2 things.',
  });
  expect(toolTable([facts])[1]).toEqual([
    'Sample',
    'no',
    'by input',
    'by input',
    'by input',
    'by input',
    '50,000',
    'Does v1.2 things.',
  ]);
});
