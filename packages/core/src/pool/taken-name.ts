import type { AnyTool } from '../tool/tool.ts';

/**
 * What is wrong with the names of a tool that is not built in. Rules, hooks and models know built-in tools by name, so another tool may
 * have such a name only if it explicitly replaces the built-in one.
 */
export function takenNameProblem(tool: AnyTool, builtIn: readonly AnyTool[]): string | undefined {
  const { name, aliases, replacesBuiltIn = false } = tool;
  const shown = JSON.stringify(name);
  const same = builtIn.find((one) => one.name === name);
  if (same === undefined && replacesBuiltIn)
    return `The tool ${shown} sets replacesBuiltIn, but there is no built-in tool with that name. Remove replacesBuiltIn, or correct the name.`;
  if (same !== undefined && !replacesBuiltIn)
    return `The tool ${shown} has the name of a built-in tool. Rename it, or set replacesBuiltIn: true to use it instead of the built-in one.`;
  const others = builtIn.filter((one) => one !== same);
  for (const own of [name, ...aliases]) {
    const owner = others.find((one) => one.name === own || one.aliases.includes(own));
    if (owner === undefined) continue;
    const what =
      own === name ? `The tool ${shown} has` : `The alias ${JSON.stringify(own)} of the tool ${shown} is`;
    const whose = owner.name === own ? 'the name' : 'another name';
    const fix = own === name ? 'Rename it' : 'Remove that alias';
    return `${what} ${whose} of the built-in tool ${owner.name}. ${fix}.`;
  }
  return undefined;
}
