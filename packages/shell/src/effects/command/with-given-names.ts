import { parseCommand } from '../../parse/parse-command.ts';
import type { Spanned } from '../../tree.ts';
import type { FileEffect } from '../analysis.ts';
import { isUsualTool } from '../running/given-names.ts';
import type { State } from '../state/state.ts';
import type { Shell, Walk } from '../state/walk.ts';
import { walkNestedScript, type StartState } from './nested-script.ts';

export interface StartedScript {
  readonly text: string;
  /** See `Inner`. */
  readonly isGivenNames?: boolean | undefined;
}

/** Two, for `cp` and its like. */
const NAMES = ' "${_}" "${_}"';

/**
 * Walks over a command that a program starts with names of files that the line doesn't tell: `GIT_EXTERNAL_DIFF='rm -f' git diff`. What it
 * changes of them is added to its last part. What it reads, the program that starts it could have read.
 */
export function walkStartedScript(
  shell: Shell,
  script: StartedScript,
  span: Spanned,
  via: readonly string[],
  state: StartState,
): void {
  const { walk } = shell;
  const from = walk.commands.length;
  walkNestedScript(shell, script, span, via, state);
  const last = walk.commands.at(-1);
  if (script.isGivenNames !== true || walk.commands.length === from || last === undefined) return;
  const { changes, runsNames } = touchesOfNames(shell, script.text, span, via, state);
  if (changes.length > 0 || runsNames)
    walk.commands[walk.commands.length - 1] = {
      ...last,
      isReadOnly: false,
      readsItself: false,
      why: 'it is given files that are not known',
      files: [...last.files, ...changes],
      isUncertain: last.isUncertain || runsNames,
      isUnknown: last.isUnknown || runsNames,
    };
}

const RUNS_FILES = /^(?:.*\/)?(?:(?:ba|da|z|k|mk|a|c|tc|fi)?sh|source|\.)$/u;

/** In a walk of its own: what it finds besides is that of the script without the names. */
function touchesOfNames(
  shell: Shell,
  text: string,
  span: Spanned,
  via: readonly string[],
  state: Pick<State, 'places' | 'guesses'>,
): { readonly changes: readonly FileEffect[]; readonly runsNames: boolean } {
  const given = `${text}${NAMES}`;
  if (isUsualTool(text) || parseCommand(given).kind === 'opaque') return { changes: [], runsNames: false };
  const walk: Walk = {
    ...shell.walk,
    commands: [],
    copies: [...shell.walk.copies],
    written: [],
    transfers: [],
  };
  walkNestedScript({ ...shell, walk }, { text: given }, span, via, { ...state, input: undefined });
  const changes = walk.commands.flatMap(({ files }) =>
    files.flatMap(({ access, path, isTree }): readonly FileEffect[] =>
      path === undefined && (access === 'write' || access === 'remove')
        ? [{ access, path, isTree, written: text }]
        : [],
    ),
  );
  const runsNames = walk.commands.some(
    ({ unwrapped: [name], isUnknown }) => isUnknown && RUNS_FILES.test(name ?? ''),
  );
  return { changes, runsNames };
}
