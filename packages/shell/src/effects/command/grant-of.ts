import { bareName } from '../../tables/bare-name.ts';
import { knownName } from '../../tables/known-name.ts';
import { findGrant } from '../../tables/sluice/find-grant.ts';
import type { Grant } from '../../tables/sluice/grant.ts';
import { grantInCode } from '../../tables/sluice/grant-in-code.ts';
import type { GivenCode } from '../analysis.ts';
import { lookedUpProgram } from '../item/looked-up-program.ts';
import { argumentsOf, textOf, type Item } from '../item/item.ts';
import { resolvePath } from '../path/path-effects.ts';
import { directoryOf, type State } from '../state/state.ts';
import type { Walk } from '../state/walk.ts';

const SLUICE = /(?:^|\/)sluice(?:\.[cm]?js)?$/u;

/** The rights that a command gives to agents by running Sluice, in whatever way; undefined: none. */
export function grantOf(
  core: readonly Item[],
  code: GivenCode | undefined,
  walk: Walk,
  state: State,
): Grant | undefined {
  const [first] = core;
  if (first === undefined) return undefined;
  const looked = textOf(first) === undefined ? lookedUpProgram(first.written) : undefined;
  const word = looked ?? textOf(first);
  if (word === undefined) return undefined;
  const [, ...rest] = argumentsOf(core);
  const name = knownName(bareName(word) ?? word.slice(word.lastIndexOf('/') + 1));
  const found = findGrant(name, [word, ...rest], (one) => isSluice(one, walk, state));
  if (found !== undefined) {
    const { index: _index, ...grant } = found;
    return grant;
  }
  for (const text of code?.texts ?? []) {
    const inCode = grantInCode(text);
    if (inCode !== undefined) return inCode;
  }
  return undefined;
}

/** A link to it, a copy, or a script that runs it. */
function isSluice(word: string, { copies, context }: Walk, state: State): boolean {
  const path = resolvePath(word, directoryOf(state));
  if (path === undefined) return false;
  const source = copies.findLast((copy) => copy.path === path)?.source ?? path;
  const names = [source, context.realName?.(source) ?? source];
  return names.some((name) => SLUICE.test(name)) || /\bsluice\b/u.test(context.readText?.(source) ?? '');
}
