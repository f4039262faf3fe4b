import { stripVTControlCharacters } from 'node:util';
import { getOwn } from '@sluice/core';
import { joinText } from './join-text.ts';

/** An output of a cell, before images are decoded. `name`: its type. */
export type RawOutput =
  | { readonly type: 'text'; readonly name: string; readonly text: string }
  | { readonly type: 'image'; readonly name: string; readonly base64: string };

/** Content types of an output that has several, best first; in format 3 they have short names. */
const IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'png', 'jpeg'] as const;
const TEXTS = [
  'text/plain',
  'text',
  'text/markdown',
  'text/latex',
  'latex',
  'application/json',
  'json',
  'text/html',
  'html',
] as const;

/** The outputs of a code cell of format 3 or 4. Pieces of one stream are joined. */
export function parseOutputs(outputs: unknown): readonly RawOutput[] {
  const parsed: RawOutput[] = [];
  if (!Array.isArray(outputs)) return parsed;
  let pieces: string[] = [];
  let stream: string | undefined;
  const endStream = (): void => {
    if (stream !== undefined) parsed.push({ type: 'text', name: stream, text: plain(pieces.join('')) });
    pieces = [];
    stream = undefined;
  };
  for (const output of outputs) {
    const given: unknown = output;
    if (typeof given !== 'object' || given === null) continue;
    const name = streamName(given);
    if (name !== stream) endStream();
    if (name === undefined) {
      parsed.push(parseOutput(given));
    } else {
      stream = name;
      pieces.push(joinText(getOwn(given, 'text')));
    }
  }
  endStream();
  return parsed;
}

function streamName(output: object): string | undefined {
  if (getOwn(output, 'output_type') !== 'stream') return undefined;
  const name = getOwn(output, 'name') ?? getOwn(output, 'stream');
  return name === 'stderr' ? 'stderr' : 'stdout';
}

function parseOutput(output: object): RawOutput {
  const type = getOwn(output, 'output_type');
  if (type === 'error' || type === 'pyerr') return { type: 'text', name: 'error', text: errorText(output) };
  const name = type === 'execute_result' || type === 'pyout' ? 'result' : 'display';
  const data = getOwn(output, 'data');
  const content = typeof data === 'object' && data !== null ? data : output;
  const image = IMAGES.find((kind) => joinText(getOwn(content, kind)) !== '');
  if (image !== undefined) return { type: 'image', name, base64: joinText(getOwn(content, image)) };
  for (const kind of TEXTS) {
    const value = getOwn(content, kind);
    if (value === undefined) continue;
    const isText = typeof value === 'string' || Array.isArray(value);
    return { type: 'text', name, text: plain(isText ? joinText(value) : JSON.stringify(value)) };
  }
  const kinds = Object.keys(content === output ? {} : content).join(', ');
  const what = kinds === '' ? 'nothing that can be shown' : `only ${kinds.slice(0, 200)}, which is not shown`;
  return { type: 'text', name, text: `[The output has ${what}.]` };
}

function errorText(output: object): string {
  const traceback = getOwn(output, 'traceback');
  const lines = Array.isArray(traceback) ? traceback.filter((line: unknown) => typeof line === 'string') : [];
  if (lines.length > 0) return plain(lines.join('\n'));
  return plain(`${joinText(getOwn(output, 'ename'))}: ${joinText(getOwn(output, 'evalue'))}`);
}

/** Without colors, and with only the last state of a progress bar. */
function plain(text: string): string {
  const stripped = stripVTControlCharacters(text);
  if (!stripped.includes('\r')) return stripped;
  return stripped
    .split('\n')
    .map((line) => {
      const shown = line.endsWith('\r') ? line.slice(0, -1) : line;
      return shown.slice(shown.lastIndexOf('\r') + 1);
    })
    .join('\n');
}
