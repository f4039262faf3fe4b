import { knownWord } from '../known-word.ts';
import type { Arguments } from '../row.ts';
import type { Grant } from './grant.ts';

/** Commands that start no session and call no tool: what they take is no right. */
const STARTS_NONE = new Set(
  'agents asks auth doctor explain hooks rules sessions settings tools trace undo help'.split(' '),
);

/** Of `sluice mcp`, those that call tools. */
const CALLS_TOOLS = new Set(['call', 'serve']);

/** Modes in which a session can do no more than ask. */
const HARMLESS_MODES = new Set(['default', 'manual', 'plan', 'dontAsk']);

const SKIPS = /^--(?:allow-)?dangerously-skip-permissions(?:=|$)/u;
const MODE = /^--permission-mode(?:=(.*))?$/su;
const RULES = /^--(?:allow|allowed-tools|allowedTools)(?:=(.*))?$/su;
const SETTINGS = /^--settings(?:=(.*))?$/su;

const START = 'start a session of its own';

/** The rights that options of a command line give a session which it starts. */
export function sessionGrant(words: Arguments): Grant | undefined {
  const [group, second] = words.map(knownWord);
  if (group !== undefined && STARTS_NONE.has(group)) return undefined;
  if (group === 'mcp' && (second === undefined || !CALLS_TOOLS.has(second))) return undefined;
  const end = words.indexOf('--');
  const options = words.slice(0, end < 0 ? undefined : end);
  const found = options.flatMap((_, at) => grantAt(options, at) ?? []);
  return found.find(({ mode }) => mode === undefined) ?? found[0];
}

function grantAt(words: Arguments, at: number): Grant | undefined {
  const word = words[at];
  if (typeof word !== 'string')
    return typeof word === 'object' && /^--(?:p|a|d|s)/u.test(word.prefix)
      ? { what: `${START} with an option that isn't known` }
      : undefined;
  if (SKIPS.test(word)) return { what: `${START} that doesn't ask for permission` };
  const next = knownWord(words[at + 1]);
  const mode = MODE.exec(word);
  if (mode !== null) return ofMode(mode[1] ?? next);
  const rules = RULES.exec(word);
  if (rules !== null) return { what: `${START} that may use ${rules[1] ?? next ?? 'tools'} without asking` };
  const settings = SETTINGS.exec(word);
  if (settings !== null) return ofSettings(settings[1] ?? next);
  return undefined;
}

function ofMode(mode: string | undefined): Grant | undefined {
  if (mode === undefined) return { what: `${START} in a permission mode that isn't known` };
  return HARMLESS_MODES.has(mode) ? undefined : { what: `${START} in the permission mode ${mode}`, mode };
}

/** As JSON, they give a right only if they say something about permission, hooks, servers or variables. */
function ofSettings(value: string | undefined): Grant | undefined {
  const isJson = value?.trimStart().startsWith('{') === true;
  if (isJson && !/permission|hook|mcp|env|sandbox|helper|plugin|command/iu.test(value ?? ''))
    return undefined;
  return { what: `${START} with the settings ${isJson ? 'in its words' : `of ${value ?? 'a file'}`}` };
}
