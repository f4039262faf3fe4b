import type { CommandAnalysis } from '@sluice/shell';
import { readsMachine } from './reads-machine.ts';

/** A sandbox must not change an answer: inside there are other processes, another network and other owners. */
export function mayReadOtherwise(analysis: CommandAnalysis): boolean {
  const usesNetwork = analysis.commands.some((command) => command.usesNetwork !== false);
  return analysis.reportsOnMachine || usesNetwork || readsMachine(analysis);
}
