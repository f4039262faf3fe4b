import type { GlobFiles } from '../../globs/glob-files.ts';
import type { AnalyzedCommand, AnalysisContext } from '../analysis.ts';
import type { AnalyzedLine } from './analyzed-line.ts';

/**
 * The commands of a text of which only what denies or asks counts, with what their patterns match now.
 * @param context without `globFiles`
 * @param found what the text alone tells, where that is known already
 */
export function withNamesLookedUp(
  analyze: (source: string, context: AnalysisContext) => AnalyzedLine,
  text: string,
  context: AnalysisContext,
  globFiles: GlobFiles | undefined,
  found: AnalyzedLine = analyze(text, context),
): readonly AnalyzedCommand[] {
  const { commands } = found.analysis;
  if (globFiles === undefined || !/[*?[]/u.test(text)) return commands;
  const looked = analyze(text, { ...context, globFiles, looksUpAnyway: true }).analysis;
  return looked.opaque === undefined ? looked.commands : commands;
}
