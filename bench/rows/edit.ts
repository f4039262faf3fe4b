import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { interleave, timeOf } from '../support/table/interleave.ts';
import type { Line } from '../support/table/line.ts';
import type { Row, RowOptions } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { openToolSession } from '../support/tool-session.ts';

const LINE = `${'a line of a program, neither short nor long, '.padEnd(99, '.')}\n`;
const OLD = 'the needle in the middle';
const NEW = 'the thread in the middle';

/** One word in the middle of a file, with all that Edit does for it, against what a script of three lines does. */
export const editRow: Row = {
  name: 'edit',
  about: 'Edit of files of 1 and 100 MB against a plain read, replace and write',
  async measure(options) {
    using directory = temporaryDirectory();
    const lines: Line[] = [];
    for (const megabytes of [1, 100]) {
      for (const isJournaled of [false, true]) {
        lines.push(...(await editOf(directory.path, megabytes, isJournaled, options)));
      }
    }
    return lines;
  },
};

async function editOf(
  directory: string,
  megabytes: number,
  isJournaled: boolean,
  { isQuick }: RowOptions,
): Promise<readonly Line[]> {
  const path = join(directory, `file-${megabytes}.txt`);
  const half = LINE.repeat(megabytes * 5000);
  const session = join(directory, `session-${megabytes}-${isJournaled}`);
  await using tools = openToolSession(directory, session, { isJournaled });
  await writeFile(path, `${half}${OLD}\n${half}`);
  await tools.call('Read', { file_path: path, limit: 1 });
  let hasOld = true;
  const texts = (): readonly [string, string] => (hasOld ? [OLD, NEW] : [NEW, OLD]);
  const check = (): void => {
    hasOld = !hasOld;
    if (!readFileSync(path).includes(texts()[0])) throw new Error('The file was not changed.');
  };
  const ours = async (): Promise<number> => {
    const [old_string, new_string] = texts();
    const ms = await timeOf(() => tools.call('Edit', { file_path: path, old_string, new_string }));
    check();
    return ms;
  };
  const baselineOf = (write: (text: string) => Promise<void>) => async (): Promise<number> => {
    const [from, to] = texts();
    const ms = await timeOf(async () => write((await readFile(path, 'utf8')).replace(from, to)));
    check();
    return ms;
  };
  const plain = baselineOf((text) => writeFile(path, text));
  const safe = baselineOf(async (text) => replaceSafely(path, text));
  const runs = isQuick ? 2 : megabytes > 10 ? 7 : 30;
  await ours();
  const kept = isJournaled ? ', what it held kept for an undo' : '';
  const of = { status: 'measured', unit: 'ms', target: { kind: 'none' } } as const;
  return [
    {
      ...of,
      name: `Edit of ${megabytes} MB${kept}, vs read, replace, write`,
      ...(await interleave(runs, ours, plain)),
    },
    {
      ...of,
      name: `Edit of ${megabytes} MB${kept}, vs the same with fsync and rename`,
      ...(await interleave(runs, ours, safe)),
    },
  ];
}

/** What a careful script does: the file is the old one or the new one, whatever happens. */
function replaceSafely(path: string, text: string): void {
  const file = openSync(`${path}.new`, 'w');
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
}
