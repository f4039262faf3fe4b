/** What the brackets after a tool's name contain; this table is the grammar of rules, and the one place that knows such names. */
interface RuleKind {
  readonly brackets: 'command' | 'path' | 'directory' | 'domain' | 'name' | 'none';
  /** The parameter that the brackets match, which no parameter rule may name. */
  readonly primary?: string;
  /** Rules with this name apply to the tool as well. */
  readonly governedBy?: string;
  /** Paths of the tool are controlled by rules with this name only. */
  readonly pathsRuledBy?: 'Read' | 'Edit';
}

const KINDS: ReadonlyMap<string, RuleKind> = new Map<string, RuleKind>([
  ['Bash', { brackets: 'command', primary: 'command' }],
  ['Monitor', { brackets: 'command', primary: 'command', governedBy: 'Bash' }],
  ['PowerShell', { brackets: 'command', primary: 'command' }],
  ['Read', { brackets: 'path', primary: 'file_path' }],
  ['Edit', { brackets: 'path', primary: 'file_path' }],
  ['Write', { brackets: 'none', primary: 'file_path', pathsRuledBy: 'Edit' }],
  ['MultiEdit', { brackets: 'none', primary: 'file_path', pathsRuledBy: 'Edit' }],
  ['NotebookEdit', { brackets: 'none', primary: 'notebook_path', pathsRuledBy: 'Edit' }],
  ['Glob', { brackets: 'none', primary: 'path', pathsRuledBy: 'Read' }],
  ['Grep', { brackets: 'none', primary: 'path', pathsRuledBy: 'Read' }],
  ['LSP', { brackets: 'none', pathsRuledBy: 'Read' }],
  ['Cd', { brackets: 'directory' }],
  ['WebFetch', { brackets: 'domain', primary: 'url' }],
  ['Agent', { brackets: 'name' }],
  ['Skill', { brackets: 'name' }],
]);

const ALIASES: ReadonlyMap<string, string> = new Map([['Task', 'Agent']]);

/** Undefined for a tool that interprets its brackets itself, if it has any. */
export function ruleKindOf(toolName: string): RuleKind | undefined {
  return KINDS.get(toolName);
}

/** Names that the grammar itself knows, including aliases. */
export function namesOfGrammar(): string[] {
  return [...KINDS.keys(), ...ALIASES.keys()];
}

/** The canonical name of a tool: aliases are replaced, and so are characters that the name of an MCP tool can't have. */
export function canonicalToolName(name: string): string {
  if (name.startsWith('mcp__')) return name.replaceAll(/[^A-Za-z0-9_*-]/g, '_');
  return ALIASES.get(name) ?? name;
}

/** The names of rules about a call: those given, and those whose rules control them. */
export function governingNames(names: readonly string[]): string[] {
  const governing: string[] = [];
  for (const given of names) {
    const name = canonicalToolName(given);
    const other = KINDS.get(name)?.governedBy;
    if (!governing.includes(name)) governing.push(name);
    if (other !== undefined && !governing.includes(other)) governing.push(other);
  }
  return governing;
}
