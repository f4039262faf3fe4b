import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toolTableMarkdown } from '../../../src/cli/tools-list/tool-table-markdown.ts';

it("docs/tools.md is what the tools' declarations say", async () => {
  const written = readFileSync(new URL('../../../../../docs/tools.md', import.meta.url), 'utf8');
  expect(written).toBe(await toolTableMarkdown());
});
