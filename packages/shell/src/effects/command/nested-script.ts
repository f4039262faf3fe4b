import { parseCommand } from '../../parse/parse-command.ts';
import type { Spanned } from '../../tree.ts';
import { mayPrintSandboxVariables } from '../../tables/sandbox-variables.ts';
import { bindingsOf } from '../state/bindings.ts';
import { factsOf } from '../state/facts.ts';
import { textOf, type Item } from '../item/item.ts';
import { scriptVariables } from '../state/script-variables.ts';
import type { State } from '../state/state.ts';
import { giveUp, mayDescend, type Shell } from '../state/walk.ts';

/** What is known where a nested script begins. */
export interface StartState extends Pick<State, 'places' | 'input' | 'guesses'> {
  /** Functions that it may call. Default: none. */
  readonly defined?: State['defined'] | undefined;
}

/** Walks over the text that a command gives to a shell. Text that can't be read makes the whole opaque. */
export function walkNestedScript(
  shell: Shell,
  { text, parameters }: { readonly text: string; readonly parameters?: readonly Item[] },
  span: Spanned,
  via: readonly string[],
  { places, input, guesses, defined = new Map() }: StartState,
): void {
  const { walk } = shell;
  if (!mayDescend(shell, text.length, span.start)) return;
  const parsed = parseCommand(text);
  if (parsed.kind === 'opaque') {
    giveUp(walk, parsed.reason, `in the text for ${via.at(-1) ?? 'a shell'}: ${parsed.message}`, span.start);
    return;
  }
  walk.reportsOnMachine ||= mayPrintSandboxVariables(text);
  const facts = factsOf(
    parsed.script,
    scriptVariables(walk.context),
    via.some((name) => GIVES_LIST.has(name)),
  );
  walk.mayRepeat ||= facts.mayRepeat;
  const texts = [text, ...(parameters ?? []).map((item) => textOf(item) ?? '')];
  const isChanged = facts.functions.size > 0 || texts.some((one) => CHANGES_PARAMETERS.test(one));
  const given = isChanged ? NO_PARAMETERS : parametersFrom(parameters);
  const distrust = facts.distrust ?? shell.distrust;
  const doubt = facts.doubt ?? shell.doubt;
  const bindings = [bindingsOf(parsed.script, text), ...shell.bindings];
  const inner: Shell = { walk, source: text, facts, bindings, distrust, doubt, span, via };
  walk.run(inner, parsed.script, {
    places,
    pushed: undefined,
    previous: undefined,
    input,
    guesses,
    ...given,
    latest: new Map(),
    plain: new Set(),
    defined,
    isSubshell: true,
  });
}

/** They give names from a list to what they run. */
const GIVES_LIST = new Set(['xargs', 'parallel', 'find', 'gfind', 'bfs', 'fd', 'fdfind']);

type Given = Pick<State, 'variables' | 'parameters' | 'matches'>;

const NO_PARAMETERS: Given = { variables: new Map(), parameters: undefined, matches: new Map() };

/** After these, and in a function, `$1` is another. */
const CHANGES_PARAMETERS = /\b(?:shift|set|getopts|eval|source)\b|(?:^|[\s;&|])\.(?:\s|$)/u;

/** `$0` is not part of `$@`. */
function parametersFrom(items: readonly Item[] | undefined): Given {
  if (items === undefined) return NO_PARAMETERS;
  const variables = new Map<string, readonly string[]>();
  const matches = new Map<string, Item>();
  for (const [index, item] of items.slice(0, 10).entries()) {
    const text = textOf(item);
    // One that isn't known may be several words, and move those after it.
    if (text !== undefined) variables.set(String(index), [text]);
    else if (item.isGlob) matches.set(String(index), item);
    if (text === undefined) break;
  }
  return { variables, parameters: items.slice(1), matches };
}
