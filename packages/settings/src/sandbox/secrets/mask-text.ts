import { randomInt } from 'node:crypto';
import type { MaskedSecret } from '@sluice/process';
import { extractSpans, type Span } from './extract-spans.ts';
import { maskProblem } from './mask-problem.ts';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** With 62 characters, 95 bits: nothing else is the same by chance. */
const SHORTEST = 16;

/** Text without meaning for a command to have in place of a value, as long as that where it can be. */
function makeStandIn(value: string): string {
  const length = Math.max(SHORTEST, value.length);
  return Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}

export interface MaskedText {
  /** With a stand-in in the place of each value. */
  readonly text: string;
  readonly secrets: readonly MaskedSecret[];
}

export interface MaskWish {
  /** Values are what its first group finds. Undefined: the text is one, without the blanks around it. */
  readonly extract: string | undefined;
  readonly hosts: readonly string[];
}

/** A text as a command may have it; `why`: nothing can stand for what is to be masked in it, to follow its name. */
export function maskText(text: string, { extract, hosts }: MaskWish): MaskedText | { readonly why: string } {
  const spans = extract === undefined ? wholeSpan(text) : extractSpans(text, extract);
  if (spans === undefined)
    return { why: 'is searched by an "extract" that takes too long, or finds too much' };
  if (spans.length === 0)
    return { why: extract === undefined ? 'is empty' : 'has nothing that "extract" finds' };
  const secrets = new Map<string, MaskedSecret>();
  for (const [start, end] of spans) {
    const value = text.slice(start, end);
    const problem = maskProblem(value);
    if (problem !== undefined) return { why: problem };
    if (!secrets.has(value)) secrets.set(value, { standIn: makeStandIn(value), value, hosts });
  }
  return { text: replaceSpans(text, spans, secrets), secrets: [...secrets.values()] };
}

function wholeSpan(text: string): readonly Span[] {
  const value = text.trim();
  const start = text.indexOf(value);
  return value === '' ? [] : [[start, start + value.length]];
}

/** A value is replaced between the spans as well: what is the same is as secret there. */
function replaceSpans(
  text: string,
  spans: readonly Span[],
  secrets: ReadonlyMap<string, MaskedSecret>,
): string {
  const longestFirst = [...secrets.values()].toSorted((a, b) => b.value.length - a.value.length);
  const without = (between: string): string =>
    longestFirst.reduce((masked, { value, standIn }) => masked.replaceAll(value, standIn), between);
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of spans) {
    parts.push(without(text.slice(at, start)), secrets.get(text.slice(start, end))?.standIn ?? '');
    at = end;
  }
  return [...parts, without(text.slice(at))].join('');
}
