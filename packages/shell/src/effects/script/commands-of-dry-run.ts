import { dryRun } from '../../dry-run/dry-run.ts';
import type { AnalyzedCommand, AnalysisContext, CommandAnalysis } from '../analysis.ts';
import type { AnalyzedLine } from './analyzed-line.ts';
import { withNamesLookedUp } from './with-names-looked-up.ts';

/** Adds the commands that come of a line once its variables, arguments and scripts are followed; only what a rule denies counts of them. */
export function withCommandsOfDryRun(
  analysis: CommandAnalysis,
  context: AnalysisContext,
  analyze: (source: string, context: AnalysisContext) => AnalyzedLine,
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
  const presumed = found.flatMap((one): readonly AnalyzedCommand[] => {
    const inner = { ...context, cwd: one.cwd, globFiles: undefined, repository: undefined };
    const commands = withNamesLookedUp(analyze, one.text, inner, context.globFiles);
    return one.isInFile ? commands.map(asItIs) : commands;
  });
  return { ...analysis, presumed };
}

/** A script runs as it is, so that no command of it is told to leave anything out. */
function asItIs(command: AnalyzedCommand): AnalyzedCommand {
  return { ...command, files: command.files.map((file) => ({ ...file, leavesOut: undefined })) };
}
