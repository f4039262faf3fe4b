import type { ToolPool } from '@sluice/core';

/** The error for an unknown tool, with a suggestion. */
export function unknownTool(name: string, pool: Pick<ToolPool, 'tools' | 'near'>): string {
  const names = pool.near(name);
  const hint =
    names.length > 0
      ? `did you mean ${names.join(' or ')}?`
      : `the tools are ${pool.tools.map((tool) => tool.name).join(', ')}`;
  return `there is no tool ${JSON.stringify(name)}; ${hint}`;
}
