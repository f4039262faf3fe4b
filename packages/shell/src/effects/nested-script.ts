import { parseCommand } from '../parse/parse-command.ts';
import type { Spanned } from '../tree.ts';
import { mayTellOwnVariables } from '../tables/surroundings.ts';
import { factsOf } from './facts.ts';
import type { State } from './state.ts';
import { giveUp, mayDescend, type Shell } from './walk.ts';

/** Walks over the text that a command gives to a shell. Text that can't be read makes the whole opaque. */
export function walkNestedScript(
  shell: Shell,
  text: string,
  span: Spanned,
  via: readonly string[],
  directory: State['places'],
): void {
  const { walk } = shell;
  if (!mayDescend(shell, text.length, span.start)) return;
  const parsed = parseCommand(text);
  if (parsed.kind === 'opaque') {
    giveUp(walk, parsed.reason, `in the text for ${via.at(-1) ?? 'a shell'}: ${parsed.message}`, span.start);
    return;
  }
  walk.reportsOnMachine ||= mayTellOwnVariables(text);
  const facts = factsOf(parsed.script);
  const distrust = facts.distrust ?? shell.distrust;
  const inner: Shell = { walk, source: text, facts, distrust, span, via };
  walk.run(inner, parsed.script, {
    places: directory,
    variables: new Map(),
    matches: new Map(),
    isSubshell: true,
  });
}
