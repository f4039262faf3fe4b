import type { AnalysedCommand, AnalysisContext, CommandAnalysis } from '../analysis.ts';
import { commandsInVariable, pathsOfVariable, type CommandWithVariables } from '../state/variable-paths.ts';

/** Adds what programs may touch or start because of variables: only what a rule denies counts of it, and it asks. */
export function touchedByVariables(
  given: readonly CommandWithVariables[],
  context: AnalysisContext,
  analyse: (source: string, context: AnalysisContext) => readonly AnalysedCommand[],
): CommandAnalysis['ofVariables'] {
  return given.flatMap(({ command, variables }): readonly AnalysedCommand[] => {
    const places = command.cwd === undefined ? command.places : [command.cwd];
    const files = variables.flatMap((one) => pathsOfVariable(one, places));
    const inner = { ...context, cwd: command.cwd, globFiles: undefined, repository: undefined };
    const started = variables.flatMap(commandsInVariable).flatMap((text) => analyse(text, inner));
    const own = files.length === 0 ? [] : [{ ...command, files, redirections: [], caution: undefined }];
    return [...own, ...started];
  });
}
