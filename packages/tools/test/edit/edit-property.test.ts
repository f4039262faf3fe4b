import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { createEditTool } from '../../src/edit/edit-tool.ts';
import { findMatches } from '../../src/edit/find-matches.ts';
import { replaceBytes } from '../../src/edit/replace-bytes.ts';
import { createFakeContext, createFakeLedger } from '../files/fake-context.ts';
import { noteRead } from '../files/note-read.ts';
import { runTool } from '../files/run-tool.ts';
import { runs } from '../files/runs.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';

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
