import type { Word, WordPart } from '../../tree.ts';
import { inSubshell, type State } from './state.ts';
import type { Shell } from './walk.ts';

/** Walks over what runs inside words: substitutions, at any depth. */
export function walkWords(shell: Shell, words: readonly Word[], state: State): void {
  for (const { parts } of words) walkParts(shell, parts, state);
}

export function walkParts(shell: Shell, parts: readonly WordPart[], state: State): void {
  for (const part of parts) {
    if ('script' in part) shell.walk.run(shell, part.script, inSubshell(state));
    if (part.type === 'parameter') walkWords(shell, part.words, state);
    if (part.type === 'arithmetic') walkParts(shell, part.parts, state);
  }
}
