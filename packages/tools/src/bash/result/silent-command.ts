import { plainCommands, type ParsedCommand } from '../judge/plain-command.ts';

/** Programs that print nothing on success. */
const SILENT = new Set(
  'cd chgrp chmod chown cp export false install ln mkdir mv rm rmdir set sleep touch true truncate unset'.split(
    ' ',
  ),
);

/** Whether every part of a plain command is a program that prints nothing on success. */
export function isSilentCommand(command: ParsedCommand): boolean {
  const commands = plainCommands(command);
  if (commands === undefined || commands.length === 0) return false;
  return commands.every(({ words: [name = '', ...options] }) => SILENT.has(name) && !options.some(isVerbose));
}

function isVerbose(word: string): boolean {
  return /^-\w*v|^--verbose/.test(word);
}
