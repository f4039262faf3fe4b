import type { AnalyzedCommand, AnalysisContext, CommandAnalysis } from '../analysis.ts';
import { commandsInVariable, pathsOfVariable, type CommandWithVariables } from '../state/variable-paths.ts';

/** Adds what programs may touch or start because of variables: only what a rule denies counts of it, and it asks. */
export function touchedByVariables(
  given: readonly CommandWithVariables[],
  context: AnalysisContext,
  analyze: (source: string, context: AnalysisContext) => readonly AnalyzedCommand[],
): CommandAnalysis['ofVariables'] {
  return given.flatMap(({ command, variables }): readonly AnalyzedCommand[] => {
    const places = command.cwd === undefined ? command.places : [command.cwd];
    const files = variables.flatMap((one) => pathsOfVariable(one, places));
    const inner = { ...context, cwd: command.cwd, globFiles: undefined, repository: undefined };
    const started = variables.flatMap(commandsInVariable).flatMap((text) => analyze(text, inner));
    const own = files.length === 0 ? [] : [{ ...command, files, redirections: [], caution: undefined }];
    return [...own, ...started];
  });
}
