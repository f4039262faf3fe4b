import { ansiCAt } from './ansi-c.ts';
import { BadSubstitution } from './bad-substitution.ts';
import type { WordEntry } from './entry.ts';
import type { Lookup } from './environment.ts';
import { Fields, type FieldOptions } from './fields.ts';
import { isOperatorCharacter } from './lexeme.ts';
import { variableAt } from './variable.ts';

interface ScannedWord<Value extends object> {
  readonly entries: readonly WordEntry<Value>[];
  /** Where in the word a comment's text begins. */
  readonly commentAt?: number;
}

/** Reads one word: quotes, escapes, variables, globs, and the `#` that ends it early. One pass, no going back. */
export function scanWord<Value extends object>(
  word: string,
  lookup: Lookup<Value>,
  escape: string,
  options: FieldOptions,
): ScannedWord<Value> {
  const fields = new Fields<Value>(options);
  let quote: '"' | "'" | undefined;
  let isEscaped = false;
  let at = 0;
  while (at < word.length) {
    const character = word.charAt(at);
    if (character !== '$') fields.endRun();
    if (quote === undefined && (character === '*' || character === '?')) fields.markGlob();

    if (isEscaped) {
      fields.addText(character);
      isEscaped = false;
      at += 1;
    } else if (character === quote) {
      quote = undefined;
      at += 1;
    } else if (quote === "'") {
      fields.addText(character);
      at += 1;
    } else if (quote === '"' && character === escape) {
      const following = word.charAt(at + 1);
      const isRemoved = following === '"' || following === '$' || following === escape;
      fields.addText(isRemoved ? following : escape + following);
      at += 2;
    } else if (character === '$') {
      const ansiC = quote === undefined ? ansiCAt(word, at) : undefined;
      if (ansiC !== undefined) {
        fields.endRun();
        fields.addQuotes();
        fields.addText(ansiC.text);
        at = ansiC.end;
        continue;
      }
      const variable = variableAt(word, at);
      const value = lookup(variable.name);
      if (value.kind === 'object') fields.addObject(value.object);
      else if (quote === undefined) fields.addUnquotedValue(value.text);
      else fields.addText(value.text);
      at = variable.end;
    } else if (quote === '"') {
      fields.addText(character);
      at += 1;
    } else if (character === '"' || character === "'") {
      quote = character;
      fields.addQuotes();
      at += 1;
    } else if (isOperatorCharacter(character)) {
      // The line was cut at operators, so this one was quoted then: a `${…}` has swallowed one of the quotes.
      throw new BadSubstitution(word);
    } else if (character === '#') {
      return { entries: fields.endAtComment(), commentAt: at + 1 };
    } else {
      isEscaped = character === escape;
      if (!isEscaped) fields.addText(character);
      at += 1;
    }
  }
  return { entries: fields.end() };
}
