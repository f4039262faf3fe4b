import { parseCommand } from '../../parse/parse-command.ts';
import type { Command, WordPart } from '../../tree.ts';
import {
  builtinCall,
  changesDirectory,
  changesNames,
  setsVariables,
  type BuiltinCall,
} from './shell-builtins.ts';
import { visitScript } from './visit.ts';

/** `EXIT`, `SIGTERM`, `15`. */
const SIGNAL = /^(?:[A-Z][A-Z\d+-]*|\d+)$/u;

/**
 * Whether a trap leaves it at commands, whenever they run: later ones are what their names say, the directory stays, and
 * so do variables. The commands are looked at by themselves.
 */
export function isHarmlessTrap({ name, operands }: BuiltinCall): boolean {
  if (name !== 'trap') return false;
  const words = operands.map(({ literal }) => literal);
  const [text, ...signals] = words[0] === '--' ? words.slice(1) : words;
  if (text === undefined || signals.length === 0) return false;
  if (!signals.every((signal) => signal !== undefined && SIGNAL.test(signal))) return false;
  if (text === '-' || text === '') return true;
  if (text.startsWith('-')) return false;
  const parsed = parseCommand(text);
  if (parsed.kind === 'opaque') return false;
  let isHarmless = true;
  visitScript(parsed.script, {
    command: (command) => {
      isHarmless &&= keepsAll(command);
    },
    part: (part) => {
      isHarmless &&= setsNone(part);
    },
  });
  return isHarmless;
}

/**
 * The functions that a trap may call before a later command of the script, in whose directory it may leave the script. At the end there is no
 * later command.
 * @param functions those that the script defines
 */
export function calledByTrap({ operands }: BuiltinCall, functions: ReadonlySet<string>): readonly string[] {
  const words = operands.map(({ literal }) => literal);
  const [text = '', ...signals] = words[0] === '--' ? words.slice(1) : words;
  if (signals.every((signal) => signal === 'EXIT' || signal === '0')) return [];
  const parsed = parseCommand(text);
  if (parsed.kind === 'opaque') return [...functions];
  const called: string[] = [];
  visitScript(parsed.script, {
    command: (command) => {
      if (command.type !== 'simple') return;
      const { name = '' } = builtinCall(command.words);
      if (functions.has(name)) called.push(name);
    },
    part: () => {},
  });
  return called;
}

function keepsAll(command: Command): boolean {
  if (command.type === 'function' || command.type === 'for' || command.type === 'select') return false;
  if (
    'redirections' in command &&
    command.redirections.some(({ descriptor }) => typeof descriptor === 'string')
  )
    return false;
  if (command.type !== 'simple') return command.type !== 'arithmetic';
  if (command.assignments.length > 0 || command.words.length === 0) return false;
  const call = builtinCall(command.words);
  return (
    call.name !== undefined &&
    !changesNames(call) &&
    !setsVariables(call) &&
    !changesDirectory(call.name) &&
    !/^(?:read|set|shift|break|continue|return|command|builtin)$/u.test(call.name)
  );
}

function setsNone(part: WordPart): boolean {
  if (part.type === 'arithmetic') return false;
  return part.type !== 'parameter' || (!part.operation.includes('=') && !part.operation.startsWith('!'));
}
