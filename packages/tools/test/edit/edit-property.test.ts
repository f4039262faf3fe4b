import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { createEditTool } from '../../src/edit/edit-tool.ts';
import { findMatches } from '../../src/edit/find-matches.ts';
import { replaceBytes } from '../../src/edit/replace-bytes.ts';
import { planReplacement } from '../../src/edit/plan-replacement.ts';
import { encodeText } from '../../src/files/text/text-encoding.ts';
import { bytesOf, viewOf } from '../../src/files/text/text-view.ts';
import { createFakeContext, createFakeLedger } from '../files/fake-context.ts';
import { noteRead } from '../files/note-read.ts';
import { runTool } from '../files/run-tool.ts';
import { runs } from '../files/runs.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';
import { RUNS } from '../../../../test/support/runs.ts';

/** Few different bytes, so that matches, also overlapping ones, are common. */
const fewBytes = (maxLength: number) =>
  fc.array(fc.constantFrom('a', 'b', '\xff'), { maxLength }).map((all) => all.join(''));

test('replacing bytes equals replacing in a string of Latin-1', () => {
  fc.assert(
    fc.property(fewBytes(40), fewBytes(3), fewBytes(4), (content, wanted, replacement) => {
      fc.pre(wanted !== '');
      const bytes = (text: string) => Buffer.from(text, 'latin1');
      const replaced = replaceBytes(bytes(content), bytes(wanted), bytes(replacement));
      expect(replaced.bytes.toString('latin1')).toBe(content.replaceAll(wanted, () => replacement));
      expect(replaced.count).toBe(content.split(wanted).length - 1);
      const first = content.indexOf(wanted);
      const isAmbiguous = first !== content.lastIndexOf(wanted);
      const { count, first: found } = findMatches(bytes(content), bytes(wanted));
      expect(found).toBe(first);
      expect(count > 1).toBe(isAmbiguous);
    }),
    runs,
  );
});

const CHARACTERS = ['a', 'b', 'é', ' ', '\n'] as const;
const WIDE_CHARACTERS = [...CHARACTERS, '語', '𝄞', '\u0a0d'] as const;
const ENCODINGS = ['utf8', 'utf8-bom', 'utf16le-bom', 'utf16be-bom', 'latin1'] as const;

const edits = fc.constantFrom(...ENCODINGS).chain((encoding) => {
  const characters = encoding === 'latin1' ? CHARACTERS : WIDE_CHARACTERS;
  const any = (maxLength: number) =>
    fc.array(fc.constantFrom(...characters), { maxLength }).map((all) => all.join(''));
  return fc.record({
    encoding: fc.constant(encoding),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    content: any(30),
    old_string: any(3),
    new_string: any(4),
    replace_all: fc.boolean(),
  });
});

test('in every encoding, with every line end: as in a string with LF, the only match, all, or none', () => {
  fc.assert(
    fc.property(edits, ({ encoding, lineEnd, content, old_string, new_string, replace_all }) => {
      fc.pre(old_string !== '' && old_string !== new_string);
      // Without a character of its own it is ASCII, and with one line there is no line end to be seen.
      fc.pre(encoding !== 'latin1' || content.includes('é'));
      fc.pre(content.includes('\n'));
      const inFile = (text: string): Buffer => {
        const bytes = encodeText(text.replaceAll('\n', lineEnd), encoding);
        if (bytes === undefined) throw new Error('The encoding has a place for each of these.');
        return bytes;
      };
      const view = viewOf(inFile(content), 'a.txt');
      if (!view.ok) throw new Error(view.message);
      const input = { file_path: 'a.txt', old_string, new_string, replace_all };
      const planned = planReplacement(view.bytes, input, 'a.txt');
      const first = content.indexOf(old_string);
      const isOnly = first === content.lastIndexOf(old_string);
      expect(planned.ok).toBe(first !== -1 && (isOnly || replace_all));
      if (!planned.ok) {
        expect(planned.code).toBe(first === -1 ? 'no-match' : 'several-matches');
        return;
      }
      expect(bytesOf(planned.after, view.wide)).toEqual(
        inFile(content.replaceAll(old_string, () => new_string)),
      );
      expect(planned.startLine).toBe(content.slice(0, first).split('\n').length);
    }),
    { numRuns: Math.max(RUNS, Math.min(RUNS * 10, 2_000)) },
  );
});

/** Characters of a text, a CRLF as one. */
function unitsOf(content: string): readonly string[] {
  return content.split(/(\r\n|[^])/).filter((unit) => unit !== '');
}

/** Where `wanted`, in LF, stands among the units: each of its line ends is one that `isEnd` takes. */
function placesOf(
  units: readonly string[],
  wanted: string,
  isEnd: (unit: string, index: number) => boolean,
): readonly number[] {
  const characters = wanted.split('');
  return [...units.keys()].filter((start) =>
    characters.every((character, index) => {
      const unit = units[start + index];
      return unit !== undefined && (character === '\n' ? isEnd(unit, index) : unit === character);
    }),
  );
}

/** The edit of a text with line ends of both kinds, unit by unit: the result, or how many places there are. */
function modelOf(content: string, oldString: string, newString: string, all: boolean): string | number {
  const units = unitsOf(content);
  const asGiven = placesOf(
    units,
    oldString,
    (unit, index) => unit === '\n' || (index === 0 && unit === '\r\n'),
  );
  const inCrlf = placesOf(units, oldString, (unit) => unit === '\r\n');
  const isCrlf = oldString.includes('\n') && asGiven.every((place) => inCrlf.includes(place));
  const places = isCrlf ? inCrlf : asGiven;
  if (places.length === 0 || (places.length > 1 && !all)) return places.length;
  let result = '';
  let next = 0;
  for (const [index, unit] of units.entries()) {
    if (index >= next && places.includes(index)) {
      next = index + oldString.length;
      const ends = units.slice(index, next).filter((end) => end.endsWith('\n'));
      const lineEnd =
        units.slice(next).find((end) => end.endsWith('\n')) ?? units.findLast(isLineEnd) ?? '\n';
      if (ends.length === 0) result += newString.replaceAll('\n', lineEnd);
      else if (ends.every((end) => end === '\r\n')) result += newString.replaceAll('\n', '\r\n');
      else if (unit === '\r\n') result += newString.replace(/^\n/, '\r\n');
      else result += newString;
    }
    if (index >= next) result += unit;
  }
  return result;
}

const isLineEnd = (unit: string): boolean => unit.endsWith('\n');

test('with line ends of both kinds: what matches as given comes first, and no line end is torn', () => {
  const units = (maxLength: number, ...ends: string[]) =>
    fc.array(fc.constantFrom('a', 'b', ...ends), { maxLength }).map((all) => all.join(''));
  fc.assert(
    fc.property(
      units(12, '\n', '\r\n'),
      units(3, '\n'),
      units(3, '\n'),
      fc.boolean(),
      (content, old_string, new_string, replace_all) => {
        fc.pre(old_string !== '' && old_string !== new_string);
        const input = { file_path: 'a.txt', old_string, new_string, replace_all };
        const planned = planReplacement(Buffer.from(content), input, 'a.txt');
        const expected = modelOf(content, old_string, new_string, replace_all);
        if (!planned.ok) {
          expect(planned.code).toBe(expected === 0 ? 'no-match' : 'several-matches');
          expect(expected).toBeTypeOf('number');
          return;
        }
        const after = planned.after.toString();
        expect(after).toBe(expected);
        expect(after).not.toMatch(/\r(?!\n)/);
      },
    ),
    { numRuns: Math.max(RUNS, Math.min(RUNS * 20, 4_000)) },
  );
});

const part = fc.constantFrom('a', 'b', '\n', 'é', '語', '\t', ' ');
const text = (maxLength: number) => fc.array(part, { maxLength }).map((all) => all.join(''));

test('an edit of a file equals the same edit of a string: all matches, the only one, or none', async () => {
  const cwd = await temporaryDirectory();
  const path = join(cwd, 'a.txt');
  const edit = createEditTool();
  await fc.assert(
    fc.asyncProperty(
      text(60),
      text(3),
      text(4),
      fc.boolean(),
      async (content, old_string, new_string, replace_all) => {
        fc.pre(old_string !== '' && old_string !== new_string);
        await writeFile(path, content);
        const context = createFakeContext({ cwd, ledger: createFakeLedger() });
        await noteRead(path, context);
        const ran = await runTool(edit, { file_path: path, old_string, new_string, replace_all }, context);
        const isFound = content.includes(old_string);
        const isOnly = content.indexOf(old_string) === content.lastIndexOf(old_string);
        expect(ran.ok).toBe(isFound && (replace_all || isOnly));
        const expected = ran.ok ? content.replaceAll(old_string, () => new_string) : content;
        expect(await readFile(path, 'utf8')).toBe(expected);
      },
    ),
    runs,
  );
});
