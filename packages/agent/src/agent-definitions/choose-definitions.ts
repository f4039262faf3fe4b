import type { AgentDefinition, AgentTypes } from './agent-definition.ts';
import { BUILT_IN_AGENTS, isFork } from './built-in-agents.ts';
import type { ParsedDefinition } from './parse-definition.ts';

export interface DefinitionSources {
  /** From files, the highest precedence first, without those of the administrator. */
  readonly files: readonly ParsedDefinition[];
  /** From the command line or the program. */
  readonly given: readonly AgentDefinition[];
  readonly hasBuiltIns: boolean;
  readonly hasExplorers: boolean;
  /** There is the type `fork`. Default: false. */
  readonly hasFork?: boolean;
}

/** The types that there are: the first of each name wins, in the order managed, given, files, built in. */
export function chooseDefinitions({
  files,
  given,
  hasBuiltIns,
  hasExplorers,
  hasFork = false,
}: DefinitionSources): AgentTypes {
  const read = files.flatMap((parsed) => (parsed.ok ? [parsed.definition] : []));
  const builtIn = BUILT_IN_AGENTS.filter(
    (type) => hasBuiltIns && (hasExplorers || type.tools === undefined) && (hasFork || !isFork(type)),
  );
  const byName = new Map<string, AgentDefinition>();
  const all = [
    ...read.filter(({ source }) => source === 'managed'),
    ...given,
    ...read.filter(({ source }) => source !== 'managed'),
    ...builtIn,
  ];
  for (const definition of all) {
    if (!byName.has(definition.name)) byName.set(definition.name, definition);
  }
  return {
    definitions: [...byName.values()],
    problems: files.flatMap((parsed) => (parsed.ok ? (parsed.notes ?? []) : [parsed.problem])),
  };
}
