import { isDeepStrictEqual } from 'node:util';
import type { AnalyzedCommand, CommandAnalysis } from '@sluice/shell';
import type { BashInput } from '../bash-input.ts';
import type { CommandAnalyzer } from '../judge/command-analyzer.ts';
import { hardenCommand, type HardenedCommand } from '../judge/harden-command.ts';
import { leaveOut } from './leave-out.ts';

/** What runs, and the names that its searches leave out. */
export interface PlannedCommand extends HardenedCommand {
  readonly leftOut: readonly string[];
  /** What it touches depends on what its patterns match. */
  readonly expandsPatterns: boolean;
}

/**
 * The text to run. Permission and scheduling relied on an analysis that depends on the repository and the programs around it, so it is
 * repeated right before the start, for the scripts that it runs too. `changed`: the result differs or a path leads elsewhere, and the
 * cached analysis is dropped.
 */
export function planCommand(
  input: BashInput,
  cwd: string,
  analyzer: CommandAnalyzer,
  namesLeftOut: (directory: string) => readonly string[],
): PlannedCommand | 'changed' {
  const before = analyzer.analyze(input, cwd);
  const now = analyzer.analyzeNow(input.command, cwd);
  if (isStill(before, now) && analyzer.movedSince(input) === undefined) {
    const { analysis, leftOut } = leaveOut(now, namesLeftOut);
    return { ...hardenCommand(analysis), leftOut, expandsPatterns: now.expandsPatterns };
  }
  analyzer.forget(input);
  return 'changed';
}

function isStill(before: CommandAnalysis, now: CommandAnalysis): boolean {
  return (
    areStill(before.commands, now.commands) &&
    areStill(before.inScripts, now.inScripts) &&
    areStill(before.presumed, now.presumed)
  );
}

function areStill(before: readonly AnalyzedCommand[], now: readonly AnalyzedCommand[]): boolean {
  return (
    before.length === now.length &&
    before.every((command, index) => {
      const again = now[index];
      return (
        again !== undefined &&
        (!command.readsItself || again.readsItself) &&
        isDeepStrictEqual(seenByRules(command), seenByRules(again))
      );
    })
  );
}

/** Everything except where it is in a script, whether it only reads, which may become true meanwhile, and the wording. */
function seenByRules(command: AnalyzedCommand): Partial<AnalyzedCommand> {
  const {
    start: _start,
    end: _end,
    isReadOnly: _isReadOnly,
    readsItself: _readsItself,
    why: _why,
    ...seen
  } = command;
  return seen;
}
