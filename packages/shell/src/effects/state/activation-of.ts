import { posix } from 'node:path';
import type { Command, Script, SimpleCommand } from '../../tree.ts';
import type { AnalysisContext } from '../analysis.ts';
import { isActivationScript } from './activation-script.ts';

/**
 * The command with which a line begins, if it is `. .venv/bin/activate` and the file is as Python writes it: nothing in the line can
 * have changed it before. Undefined: it is another.
 */
export function activationOf(
  { items: [first] }: Script,
  { cwd, readText }: AnalysisContext,
): SimpleCommand | undefined {
  if (first === undefined || first.isBackground || cwd === undefined) return undefined;
  let command: Command = first.command;
  while (command.type === 'and-or') command = command.left;
  if (command.type === 'pipeline' && command.commands.length === 1 && !command.isNegated)
    [command = first.command] = command.commands;
  if (command.type !== 'simple' || command.assignments.length + command.redirections.length > 0)
    return undefined;
  const [name, file, ...others] = command.words.map(({ literal }) => literal);
  if ((name !== '.' && name !== 'source') || others.length > 0 || file?.endsWith('/bin/activate') !== true)
    return undefined;
  const path = posix.resolve(cwd, file);
  const text = readText?.(path);
  return text !== undefined && isActivationScript(text, path) ? command : undefined;
}
