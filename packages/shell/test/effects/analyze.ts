import { analyzeCommand } from '../../src/effects/analyze-command.ts';
import { quietRepository } from './quiet-repository.ts';
import type { AnalyzedCommand, AnalysisContext, CommandAnalysis } from '../../src/effects/analysis.ts';

/** `/p` is a repository whose configuration starts nothing. */
export const CONTEXT: AnalysisContext = { cwd: '/p', home: '/home/u', repository: quietRepository };

export function analyze(source: string): CommandAnalysis {
  return analyzeCommand(source, CONTEXT);
}

/** The command of the line itself that comes last in it. */
export function lastOf(source: string): AnalyzedCommand {
  const found = analyze(source).commands.findLast(({ isNested }) => !isNested);
  if (found === undefined) throw new Error(`no command in ${source}`);
  return found;
}

/** What deny rules see of all commands. */
export function denyTextsOf(analysis: CommandAnalysis): ReadonlySet<string> {
  return new Set(analysis.commands.flatMap(({ texts }) => texts.deny));
}

/** `read /p/a`, `write ?`, `remove /p/a/**`. */
export function filesOf(source: string): readonly string[] {
  return analyze(source).commands.flatMap(({ files, redirections }) =>
    [...files, ...redirections].map(
      ({ access, path, isTree, removal }) =>
        `${access} ${path ?? '?'}${isTree ? '/**' : ''}${removal === undefined ? '' : ` ${removal}`}`,
    ),
  );
}
