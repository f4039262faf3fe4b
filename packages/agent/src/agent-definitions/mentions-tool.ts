/** Whether a name in a list of tools means this tool: `Read`, `mcp__server`, `mcp__server__*`, `mcp__server__tool`, `*`. */
export function mentionsTool(
  item: string,
  tool: { readonly name: string; readonly aliases: readonly string[] },
): boolean {
  const name = item.includes('(') ? item.slice(0, item.indexOf('(')) : item;
  if (name === '*' || name === tool.name || tool.aliases.includes(name)) return true;
  if (!name.startsWith('mcp__')) return false;
  const server = name.endsWith('__*') ? name.slice(0, -3) : name;
  return tool.name.startsWith(`${server}__`);
}
