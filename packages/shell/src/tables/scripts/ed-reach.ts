import type { ScriptReach } from './script-reach.ts';

/** `1,$`, `/x/+1`, `'a`, `?y?`. */
const ADDRESS = /^(?:[\s\d,;.$%+-]|'[a-z]|\/(?:\\.|[^/\\\n])*\/|\?(?:\\.|[^?\\\n])*\?)*/u;

/** `g/x/` and the like, before the commands for each line. */
const GLOBAL = /^[gvGV]([^\s\w])(?:\\.|(?!\1)[^\\\n])*\1/u;

/**
 * What lines for ed write, read and run. The text that ed is told to add is looked at as if it were commands: where a command
 * fails, it is.
 * @param hasFile the words of the command name the file that is edited
 */
export function edReach(text: string, hasFile: boolean): ScriptReach {
  const commands: string[] = [];
  const writes: string[] = [];
  const reads: string[] = [];
  for (const line of text.split('\n')) {
    const command = commandIn(line);
    const [, letter = '', rest = ''] =
      /^(wq|[wWreEf])!?\s+(.*?)\s*$/u.exec(command) ?? /^(!)(.*)$/u.exec(command) ?? [];
    if (letter === '' || rest === '') continue;
    const shell = letter === '!' ? rest : /^!(.*)$/u.exec(rest)?.[1];
    if (shell !== undefined) {
      commands.push(shell.replace(/^!/u, ''));
      continue;
    }
    if (letter !== 'f' && !/^w/iu.test(letter)) reads.push(rest);
    // What is read becomes the file that a plain `w` writes.
    if (letter !== 'r' || !hasFile) writes.push(rest);
  }
  return { commands, writes, reads };
}

function commandIn(line: string): string {
  let rest = line.replace(ADDRESS, '');
  const global = GLOBAL.exec(rest)?.[0];
  if (global !== undefined) rest = rest.slice(global.length).replace(ADDRESS, '');
  return rest;
}
