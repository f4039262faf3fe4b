import { randomInt } from 'node:crypto';
import type { MaskedSecret } from '@sluice/process';
import { extractSpans, type Span } from './extract-spans.ts';
import { maskProblem } from './mask-problem.ts';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** With 62 characters, that's 95 bits: no accidental match. */
const SHORTEST = 16;

/** Meaningless text to give a command in place of a value, with the same length if possible. */
function makeStandIn(value: string): string {
  const length = Math.max(SHORTEST, value.length);
  return Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}

export interface MaskedText {
  /** The text with a stand-in for each value. */
  readonly text: string;
  readonly secrets: readonly MaskedSecret[];
}

interface MaskOptions {
  /** The values are what its first group matches. Undefined: the whole text is one value, without surrounding whitespace. */
  readonly extract: string | undefined;
  readonly hosts: readonly string[];
}

/** The text that a command may see. `why`: what must be masked can't be, to follow its name. */
export function maskText(
  text: string,
  { extract, hosts }: MaskOptions,
): MaskedText | { readonly why: string } {
  const spans = extract === undefined ? wholeSpan(text) : extractSpans(text, extract);
  if (spans === undefined) return { why: 'has an "extract" that takes too long or matches too much' };
  if (spans.length === 0)
    return { why: extract === undefined ? 'is empty' : 'contains nothing that "extract" matches' };
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

/** Replaces a value between the spans too: the same text is just as secret there. */
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
