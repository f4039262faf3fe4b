/** The name that a server gave its tool, from `mcp__server__tool`; any other name unchanged. */
export function ownName(name: string): string {
  if (!name.startsWith('mcp__')) return name;
  const at = name.indexOf('__', 'mcp__'.length + 1);
  return at === -1 || at + 2 >= name.length ? name : name.slice(at + 2);
}
