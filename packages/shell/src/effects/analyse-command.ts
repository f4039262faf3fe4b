import { parseCommand } from '../parse/parse-command.ts';
import type { AnalysedCommand, AnalysisContext, CommandAnalysis } from './analysis.ts';
import { mayTellOwnVariables } from '../tables/surroundings.ts';
import { behindLinks } from './behind-links.ts';
import { factsOf } from './facts.ts';
import { inPlace } from './state.ts';
import type { Shell, Walk } from './walk.ts';
import { walkScript } from './walk-script.ts';

/** Characters of commands inside arguments, all together: more are not written by people. */
const BUDGET = 60_000;

/**
 * What a command line does, as far as its text tells: each command of it, what rules see of it, the files that it
 * touches, and whether it only reads. Pure but for `context.repository`; never throws; time is linear in the length.
 */
export function analyseCommand(source: string, context: AnalysisContext): CommandAnalysis {
  const parsed = parseCommand(source);
  if (parsed.kind === 'opaque') {
    const { reason, message, at } = parsed;
    return opaqueAnalysis(source, { reason, message, at });
  }
  const walk: Walk = {
    source,
    context,
    commands: [],
    environment: new Map(),
    insertions: new Map(),
    prefixes: new Set(),
    transfers: [],
    wholeLineOnly: new Set(),
    repositories: new Map(),
    repositoryLess: new Set(),
    changesDirectory: false,
    reportsOnMachine: mayTellOwnVariables(source),
    opaque: undefined,
    budget: BUDGET,
    run: walkScript,
  };
  const facts = factsOf(parsed.script);
  const shell: Shell = { walk, source, facts, distrust: facts.distrust, span: undefined, via: [] };
  const start = inPlace(
    { places: undefined, variables: new Map(), matches: new Map(), parameters: undefined, isSubshell: false },
    context.cwd,
  );
  walkScript(shell, parsed.script, start);
  if (walk.opaque !== undefined) return opaqueAnalysis(source, walk.opaque);
  const found = behindLinks(walk.commands, walk.transfers);
  const isReadOnly = found.every((command) => command.isReadOnly);
  return {
    source,
    opaque: undefined,
    commands: isReadOnly ? found : besideOthers(walk, found),
    isReadOnly,
    changesDirectory: walk.changesDirectory,
    hardening: hardeningOf(walk),
    reportsOnMachine: walk.reportsOnMachine,
  };
}

/** Commands in a line that does more than read. */
function besideOthers(
  { wholeLineOnly, repositoryLess }: Walk,
  commands: readonly AnalysedCommand[],
): readonly AnalysedCommand[] {
  const mayCreate = commands.some(({ readsItself }) => !readsItself);
  return commands.map((command) => {
    const why = wholeLineOnly.has(command)
      ? 'what it needs to be safe can not be given to it alone'
      : mayCreate && repositoryLess.has(command)
        ? 'there is no repository yet, and another part of the line may create one'
        : undefined;
    return why === undefined ? command : { ...command, isReadOnly: false, readsItself: false, why };
  });
}

function hardeningOf({ environment, insertions, prefixes }: Walk): CommandAnalysis['hardening'] {
  if (environment.size === 0 && insertions.size === 0) return undefined;
  return {
    environment: Object.fromEntries(environment),
    insertions: [...insertions]
      .toSorted(([left], [right]) => left - right)
      .map(([at, text]) => ({ at, text })),
    prefixes: [...prefixes].toSorted((left, right) => left - right),
  };
}

function opaqueAnalysis(source: string, opaque: CommandAnalysis['opaque']): CommandAnalysis {
  return {
    source,
    opaque,
    commands: [],
    isReadOnly: false,
    changesDirectory: true,
    hardening: undefined,
    reportsOnMachine: false,
  };
}
