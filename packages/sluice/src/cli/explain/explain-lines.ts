import { errorText } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import { createLineSplitter } from '@sluice/agent';
import { readCallInput } from '../call-input.ts';
import type { Explainer } from './open-explainer.ts';

/** Maximum length of a corpus line. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * Explains a corpus: one line of JSON for each line `{"tool":…,"input":…}`, in the same order. For an unusable line, it
 * has `error` and no decision.
 */
export async function* explainLines(
  source: AsyncIterable<Uint8Array>,
  explainer: Explainer,
): AsyncGenerator<string, void, undefined> {
  const splitter = createLineSplitter({ maxLineBytes: MAX_LINE_BYTES, lineEnds: 'lf', firstLine: 1 });
  for await (const bytes of source) {
    let out = '';
    for (const line of splitter.push(bytes)) {
      out += await answer(line.kind === 'line' ? line.text : undefined, line.number, explainer);
    }
    if (out !== '') yield out;
  }
  const last = splitter.end();
  if (last !== undefined)
    yield await answer(last.kind === 'line' ? last.text : undefined, last.number, explainer);
}

async function answer(text: string | undefined, number: number, explainer: Explainer): Promise<string> {
  if (text === undefined) return failure(number, 'the line is not UTF-8, or too long');
  if (text.trim() === '') return '';
  let call: unknown;
  try {
    call = JSON.parse(text);
  } catch (error) {
    return failure(number, `the line is not JSON: ${errorText(error)}`);
  }
  if (!isJsonObject(call)) return failure(number, 'the line is not a JSON object');
  const name = getOwn(call, 'tool');
  const input = getOwn(call, 'input');
  if (typeof name !== 'string') return failure(number, '"tool" must be the name of a tool');
  if (!isJsonObject(input) && typeof input !== 'string')
    return failure(
      number,
      '"input" must be an object, or the value of the first field that the tool requires',
    );
  const tool = explainer.find(name);
  if (tool === undefined) {
    const near = explainer.pool.near(name);
    return failure(
      number,
      `there is no tool ${name}${near.length === 0 ? '' : `; similar names: ${near.join(', ')}`}`,
    );
  }
  const given =
    typeof input === 'string' ? readCallInput(tool, input) : { kind: 'json' as const, json: input };
  if (given.kind === 'wrong') return failure(number, given.message);
  const explained = await explainer.explain(tool, given.json, given.kind === 'json');
  if (!explained.ok) return failure(number, explained.message);
  const { decision, by, readOnly, opaque, reasons, commands, files, rule } = explained.explanation;
  return `${JSON.stringify({ decision, by, readOnly, opaque, reasons, rule, commands, files })}\n`;
}

function failure(line: number, error: string): string {
  const reasons = [error];
  return `${JSON.stringify({ decision: 'error', by: 'input', readOnly: false, opaque: false, reasons, commands: [], files: [], error, line })}\n`;
}
