import { cutLine } from './cut-line.ts';
import { sanitize } from './sanitize.ts';
import { showText } from './show-text.ts';
import { warningsAboutComments } from './warnings-about-comments.ts';
import { warningsAbout } from './warnings-about.ts';

/** An input as shown to a person: front ends print this instead of the raw text, which stays what runs. */
export interface InputDisplay {
  /** `command: ls`, further lines of a value indented. What matters for the decision comes first, the model's `description` last. */
  readonly text: string;
  /** Nothing was left out of `text`. */
  readonly isWhole: boolean;
  /** Warnings about the input, one sentence each: hidden characters, long runs of blanks, words of mixed scripts. */
  readonly warnings: readonly string[];
}

interface FieldLimits {
  readonly lines: number;
  /** UTF-16 units per line. */
  readonly lineLength: number;
}

/** As much of a field as a person will look through. */
const DECIDING: FieldLimits = { lines: 40, lineLength: 1000 };
/** The model's own words about the call decide nothing, and must not push what does off the screen. */
const DESCRIBING: FieldLimits = { lines: 4, lineLength: 300 };
const UNLIMITED: FieldLimits = { lines: Infinity, lineLength: Infinity };
const DESCRIPTION = 'description';
const COMMAND = 'command';
const MAX_KEY = 100;
const PLAIN_KEY = /^[\w.\-]+$/v;

/**
 * The input of a tool, field by field, with nothing hidden in it.
 *
 * @param isWhole leave nothing out. Default: the beginning and end of long fields, and how much is between them
 */
export function displayInput(input: unknown, isWhole = false): InputDisplay {
  const fields = inOrder(input);
  const shown = fields.map(([key, value]) => {
    const limits = isWhole ? UNLIMITED : key === DESCRIPTION ? DESCRIBING : DECIDING;
    return displayField(key, value, limits);
  });
  return {
    text: shown.map(({ text }) => text).join('\n'),
    isWhole: shown.every((field) => field.isWhole),
    warnings: warningsOf(fields),
  };
}

/** The order of an input's fields is the model's choice; which ones a person sees first is not. */
function inOrder(input: unknown): readonly (readonly [string, string])[] {
  const entries: readonly (readonly [string, unknown])[] =
    typeof input === 'object' && input !== null ? Object.entries(input) : [['input', input]];
  const deciding = entries.filter(([key]) => key !== DESCRIPTION);
  const describing = entries.filter(([key]) => key === DESCRIPTION);
  return [...deciding, ...describing].map(([key, value]) => [key, textOf(value)]);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

function displayField(key: string, value: string, limits: FieldLimits): Omit<InputDisplay, 'warnings'> {
  const all = showText(value.replace(/\n$/v, '')).text.split('\n');
  const missing = Math.max(0, all.length - limits.lines);
  const tail = Math.floor(limits.lines / 2);
  const kept = missing > 0 ? [...all.slice(0, limits.lines - tail), ...all.slice(-tail)] : all;
  const cut = kept.map((line) => cutLine(line, limits.lineLength));
  const [first = '', ...rest] = cut;
  const name = sanitize(PLAIN_KEY.test(key) ? key : JSON.stringify(key));
  const lines = [`${cutLine(name, MAX_KEY)}: ${first}`, ...rest.map((line) => `  ${line}`)];
  if (missing > 0) {
    const note = `… (${missing} ${missing === 1 ? 'line' : 'lines'} left out) …`;
    lines.splice(limits.lines - tail, 0, note);
  }
  const isWhole = missing === 0 && name.length <= MAX_KEY && cut.every((line, index) => line === kept[index]);
  return { text: lines.join('\n'), isWhole };
}

function warningsOf(fields: readonly (readonly [string, string])[]): readonly string[] {
  const all = fields.map(([key, value]) => `${key}\n${value}`).join('\n');
  const command = fields.find(([key]) => key === COMMAND)?.[1] ?? '';
  return [...warningsAbout(all, showText(all)), ...warningsAboutComments(command)];
}
