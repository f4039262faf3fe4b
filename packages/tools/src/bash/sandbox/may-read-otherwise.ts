import type { CommandAnalysis } from '@sluice/shell';
import { readsMachine } from './reads-machine.ts';

/** A sandbox must not change a command's answer: inside it, processes, network and owners differ. */
export function mayReadOtherwise(analysis: CommandAnalysis): boolean {
  const usesNetwork = analysis.commands.some((command) => command.usesNetwork !== false);
  return analysis.reportsOnMachine || usesNetwork || readsMachine(analysis);
}
