import { plainCommands, type ParsedCommand } from '../judge/plain-command.ts';

/** Programs that print nothing when they have done their work. */
const SILENT = new Set(
  'cd chgrp chmod chown cp export false install ln mkdir mv rm rmdir set sleep touch true truncate unset'.split(
    ' ',
  ),
);

/** Every part of a plain command is a program that says nothing on success. */
export function isSilentCommand(command: ParsedCommand): boolean {
  const commands = plainCommands(command);
  if (commands === undefined || commands.length === 0) return false;
  return commands.every(({ words: [name = '', ...options] }) => SILENT.has(name) && !options.some(isVerbose));
}

function isVerbose(word: string): boolean {
  return /^-\w*v|^--verbose/.test(word);
}
