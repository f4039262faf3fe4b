import type { ToolPool } from '@sluice/core';

/** What is wrong with the name of a tool that there is not, and which one was probably meant. */
export function unknownTool(name: string, { tools, near }: Pick<ToolPool, 'tools' | 'near'>): string {
  const names = near(name);
  const hint =
    names.length > 0
      ? `did you mean ${names.join(' or ')}?`
      : `the tools are ${tools.map((tool) => tool.name).join(', ')}`;
  return `there is no tool ${JSON.stringify(name)}; ${hint}`;
}
