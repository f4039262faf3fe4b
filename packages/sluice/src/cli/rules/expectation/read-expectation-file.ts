import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { errorCode, errorText } from '@sluice/base';
import type { PlacedExpectation, ReadExpectation } from './expectation.ts';
import { readExpectation } from './read-expectation.ts';

const LIMIT = 16 * 1024 * 1024;
/** Opened this way, a FIFO without a writer does not block. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

type ExpectationFile =
  | { readonly ok: true; readonly expectations: readonly PlacedExpectation[] }
  | { readonly ok: false; readonly message: string };

/** Reads expectations as JSON lines; blank lines are ignored. */
export function readExpectationFile(file: string): ExpectationFile {
  const read = readText(file);
  if (!read.ok) return { ok: false, message: `${file}: ${read.message}` };
  const expectations = read.text.split('\n').flatMap((line, index): PlacedExpectation[] => {
    if (line.trim() === '') return [];
    return [{ place: `${file}:${index + 1}`, read: readLine(line) }];
  });
  return { ok: true, expectations };
}

function readLine(line: string): ReadExpectation {
  try {
    return readExpectation(JSON.parse(line));
  } catch (error) {
    const reason = errorText(error);
    const message = `the line is not JSON (${reason}); write one object per line, and pass a settings file with --settings`;
    return { ok: false, message };
  }
}

type Text = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

function readText(file: string): Text {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, FLAGS);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return { ok: false, message: 'not a regular file; pass a file of JSON lines' };
    const limit = `larger than ${LIMIT / (1024 * 1024)} MiB; split it`;
    if (stats.size > LIMIT) return { ok: false, message: limit };
    const bytes = readFileSync(descriptor);
    if (!isUtf8(bytes)) return { ok: false, message: 'it is not UTF-8 text; save it as UTF-8' };
    return { ok: true, text: bytes.toString('utf8').replace(/^\uFEFF/, '') };
  } catch (error) {
    const isMissing = errorCode(error) === 'ENOENT';
    const reason = errorText(error);
    return { ok: false, message: isMissing ? 'no such file' : `it can't be read (${reason})` };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
