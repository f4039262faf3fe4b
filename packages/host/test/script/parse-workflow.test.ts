import { describe, expect, it } from 'vitest';
import { parseWorkflow } from '../../src/index.ts';

const META = 'export const meta = {name: "a", description: "Does it."}\n';

describe('the header of a workflow', () => {
  it('is read without running it, and the script keeps its lines and texts as they are', async () => {
    const source = `// first\nexport const meta = {"name": 'rev-1', description: \`Reviews.\`, phases: ["A", {title: "B", detail: "x"}]};\nconst s = "\\u00e9";\nawait agent(s); // Date.now(), import\nreturn s // end`;
    const parsed = await parseWorkflow(source);
    expect(parsed).toMatchObject({
      ok: true,
      meta: { name: 'rev-1', description: 'Reviews.', phases: ['A', 'B'] },
    });
    const lines = parsed.ok ? parsed.code.split('\n') : [];
    expect(lines[2]).toBe('const s = "\\u00e9";');
    expect(lines[1]).toContain('       const meta = {');
  });

  it.each([
    ['return 1', 'The script needs a header: export const meta = {name: "…", description: "…"}.'],
    [`${META}return (`, /^The script can't be parsed: Unexpected token \(2:8\)\.$/],
    [`${META}import fs from "node:fs"`, /^Line 2: a workflow can't import anything\./],
    [`${META}export default 1`, /^Line 2: a workflow exports only meta\./],
    [`${META}export const b = 1`, /^Line 2: a workflow exports only meta\./],
    [`${META}})(); globalThis.x = 1; (async () => {`, /^The script can't be parsed/],
    [
      'export const meta = {name: f(), description: "x"}',
      'Line 1: meta must be a literal: it has a CallExpression.',
    ],
    ['export const meta = {name: `${1}`, description: "x"}', /it has a template with values\.$/],
    ['export const meta = {["name"]: "a", description: "x"}', /it has a computed property\.$/],
    ['export const meta = {...x}', /it has a computed property\.$/],
    ['export const meta = 1', /^meta must be an object/],
    ['export const meta = {name: "a\\nb", description: "x"}', /^meta\.name must be a text/],
    ['export const meta = {name: "a", description: " "}', /^meta\.description must be a text/],
    ['export const meta = {name: "a", description: "b", phases: [1]}', /^meta\.phases must be a list/],
  ])('is refused in %j', async (source, message) => {
    const parsed = await parseWorkflow(source);
    expect(parsed.ok ? '' : parsed.message).toMatch(message);
  });
});
