import { UNKNOWN_REACH, type ScriptReach } from './script-reach.ts';

const FILE_FUNCTION = /\$[({]file\s+(>>|>|<)\s*([^,)}\n]*)/gu;

const INCLUDED = /(?:^|\$[({]eval\s)[ \t]*(?:-|s)?include[ \t]+([^\n)}#]+)/gmu;

/** Extensions of make, and the interpreter in it. */
const OPEN = /\$[({]guile\s|^[ \t]*-?load[ \t]/mu;

/** What a Makefile reads and writes besides what its recipes do: `include .env`, `$(file <.env)`, `$(file >x,text)`. */
export function makeReach(text: string): ScriptReach {
  if (OPEN.test(text)) return UNKNOWN_REACH;
  const named = [...text.matchAll(FILE_FUNCTION)].map(([, sign, name = '']) => ({
    sign,
    name: plain(name.trim()),
  }));
  const included = [...text.matchAll(INCLUDED)].flatMap(([, names = '']) =>
    names.trim().split(/\s+/u).map(plain),
  );
  return {
    commands: [],
    writes: named.filter(({ sign }) => sign !== '<').map(({ name }) => name),
    reads: [...named.filter(({ sign }) => sign === '<').map(({ name }) => name), ...included],
  };
}

/** Undefined: a variable, a function or a pattern is in the name. */
const plain = (name: string): string | undefined => (/[$*?[]/u.test(name) ? undefined : name);
