import { UNKNOWN_REACH, type ScriptReach } from './script-reach.ts';

const NOTHING: ScriptReach = { commands: [], writes: [], reads: [] };

/** Saving, leaving, moving, options and plain substitutions reach nothing but the file that is edited. */
const HARMLESS_IN_VIM =
  /^:*\s*(?:(?:w|wq|x|q|wa|qa|wqa|xa|cq|up|update|write|quit|n|next)!?|\d+|\$|set? (?:no)?[a-z]+(?:=\d*)?|set? (?:ft|filetype|syn|syntax|ff|fileformats?|enc|encoding|fencs?|fileencodings?|bg|background)=[\w,-]+|syntax (?:on|off)|%?s\/[^/\\|]*\/[^/\\|]*\/[gciI]*|[%\d,$]*d(?:elete)?)$/u;

const SHELL_IN_VIM = /^:*\s*(?:silent!?\s+)?(?:[%\d,.$]*!|w\s+!|r(?:ead)?\s+!)\s*(?=.)/u;

/** `vim -c command`: `w name` and `!command` are seen, of the rest of its language nothing. */
export function vimReach(command: string): ScriptReach {
  if (HARMLESS_IN_VIM.test(command)) return NOTHING;
  const shell = SHELL_IN_VIM.exec(command)?.[0];
  if (shell !== undefined) return { ...NOTHING, commands: [command.slice(shell.length)] };
  const name = /^:*\s*(?:[%\d,.$]*w(?:rite|q)?|sav(?:eas)?)!?\s+(?:>>\s*)?([\w./-]+)$/u.exec(command)?.[1];
  return name === undefined ? UNKNOWN_REACH : { ...NOTHING, writes: [name] };
}

const HARMLESS_IN_GDB =
  /^(?:r|run|start|bt|backtrace|where|q|quit|c|continue|n|next|s|step|finish|up|down|bt full|thread apply all bt(?: full)?|info [\w ]+|set (?:pagination|confirm|width|height|verbose) \w+|(?:b|break|tbreak|list|frame|disassemble) [\w:.+*-]*)$/u;

/** `gdb -ex command` */
export function gdbReach(command: string): ScriptReach {
  if (HARMLESS_IN_GDB.test(command.trim())) return NOTHING;
  const shell = /^\s*(?:shell|!)\s*(?=.)/u.exec(command)?.[0];
  return shell === undefined ? UNKNOWN_REACH : { ...NOTHING, commands: [command.slice(shell.length)] };
}
