import { dryRun } from '../../dry-run/dry-run.ts';
import type { AnalysedCommand, AnalysisContext, CommandAnalysis } from '../analysis.ts';
import type { AnalysedLine } from './commands-in-scripts.ts';

/** Adds the commands that come of a line once its variables, arguments and scripts are followed; only what a rule denies counts of them. */
export function withCommandsOfDryRun(
  analysis: CommandAnalysis,
  context: AnalysisContext,
  analyse: (source: string, context: AnalysisContext) => AnalysedLine,
): CommandAnalysis {
  const { script, opaque } = analysis;
  if (script === undefined || opaque !== undefined) return analysis;
  const { cwd, home, readText, realName } = context;
  const found = dryRun(script, {
    cwd,
    home,
    readText: (path) => readText?.(path),
    realName: (path) => realName?.(path),
  });
  if (found.length === 0) return analysis;
  const presumed = found.flatMap((one): readonly AnalysedCommand[] => {
    const inner = { ...context, cwd: one.cwd, globFiles: undefined, repository: undefined };
    return analyse(one.text, inner).analysis.commands;
  });
  return { ...analysis, presumed };
}
