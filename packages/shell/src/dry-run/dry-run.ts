import type { Script } from '../tree.ts';
import { runScript, runText } from './run.ts';
import { openShell, type DryRunContext, type FoundCommand, type World } from './shell.ts';

const MAX_STEPS = 2_000;
const MAX_CHARACTERS = 200_000;

/**
 * Follows the values of a line as the shell would, without running anything: variables, arrays and arguments, functions, the scripts
 * that it runs with what they are given, and what simple commands print. Gives the commands that come of it in words that the
 * line itself doesn't say. What isn't known stays a hole, and of branches each is taken, so that what is found denies
 * or asks, and never allows.
 */
export function dryRun(script: Script, context: DryRunContext): readonly FoundCommand[] {
  const world: World = {
    context,
    found: new Map(),
    files: new Map(),
    links: new Map(),
    lists: [],
    steps: MAX_STEPS,
    characters: MAX_CHARACTERS,
  };
  const shell = openShell(world);
  runScript(shell, script);
  shell.isOver = false;
  for (const text of shell.traps.splice(0)) runText(shell, text);
  return [...world.found.values()];
}
