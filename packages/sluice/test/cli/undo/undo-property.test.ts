import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLocalRuntime } from '../../../../session/src/runtime/create-local-runtime.ts';
import type { UndoChoice } from '../../../src/cli/undo/choose-writes.ts';
import { openUndo } from '../../../src/cli/undo/open-undo.ts';
import { runUndo } from '../../../src/cli/undo/run-undo.ts';

const NAMES = ['a.txt', 'b.txt', 'deep/c.txt'];
/** Texts that a file may hold at first: encodings, line ends, bytes that are not text. */
const FIRST: readonly (Buffer | undefined)[] = [
  undefined,
  Buffer.from('one two\nthree\n'),
  Buffer.from('\uFEFFone\r\ntwo\r\n'),
  Buffer.from('\uFEFFone\r\ntwo\n', 'utf16le'),
  Buffer.from('caf\xe9 one\n', 'latin1'),
  Buffer.from([0, 255, 10, 111, 110, 101]),
];

const word = fc.constantFrom('one', 'two', 'three', 'o', '\n', 'é', '');
const operation = fc.oneof(
  fc.record({ name: fc.constant('Write'), file: fc.constantFrom(...NAMES), text: word, other: word }),
  fc.record({ name: fc.constant('Edit'), file: fc.constantFrom(...NAMES), text: word, other: word }),
);

/** All that an undo must bring back. */
function stateOf(directory: string): string {
  const files = NAMES.map((name) => join(directory, name)).filter((path) => existsSync(path));
  return JSON.stringify(files.map((path) => [path, statSync(path).mode, readFileSync(path, 'latin1')]));
}

it('after any edits and writes, undo after undo brings back each state before, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 1, maxLength: 8 }),
      fc.array(fc.constantFrom(...FIRST), { minLength: 2, maxLength: 2 }),
      fc.constantFrom(0o644, 0o600, 0o755),
      async (operations, first, mode) => {
        const room = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-undo-')));
        const [cwd, directory] = [join(room), join(room, 'session')];
        try {
          for (const [index, bytes] of first.entries()) {
            const path = join(cwd, NAMES[index] ?? 'a.txt');
            if (bytes === undefined) continue;
            writeFileSync(path, bytes);
            chmodSync(path, mode);
          }
          const states = await runAll(operations, cwd, directory);
          for (const state of states.toReversed()) {
            const { problems } = await undoOnce(directory);
            expect(problems).toEqual([]);
            expect(stateOf(cwd)).toBe(state);
          }
          expect((await undoOnce(directory)).problems).toEqual(['nothing to undo']);
        } finally {
          rmSync(room, { recursive: true, force: true });
        }
      },
    ),
    { numRuns: Math.min(40, Number(process.env['SLUICE_RUNS'] ?? 40)) },
  );
});

const undoing = fc.record({ call: fc.nat(7), isForced: fc.boolean(), isLastToo: fc.boolean() });

it('in whatever order calls are undone, in the end all files are what they were at first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 1, maxLength: 8 }),
      fc.array(undoing, { maxLength: 6 }),
      async (operations, undos) => {
        const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-undo-')));
        const directory = join(cwd, 'session');
        try {
          for (const name of NAMES.slice(0, 2)) writeFileSync(join(cwd, name), 'one two\nthree\n');
          const first = stateOf(cwd);
          await runAll(operations, cwd, directory);
          for (const { call, isForced, isLastToo } of undos) {
            const before = stateOf(cwd);
            const callId = `call-${call % operations.length}`;
            const { done, problems } = await undoOnce(directory, { callId }, isForced);
            if (isForced) expect(problems.filter((problem) => !NOTHING_LEFT.test(problem))).toEqual([]);
            if (problems.length > 0) expect(stateOf(cwd)).toBe(before);
            else expect(done).not.toEqual([]);
            if (isLastToo) await undoOnce(directory);
          }
          for (let problems: readonly string[] = []; problems.length === 0;) {
            ({ problems } = await undoOnce(directory));
            if (problems.length > 0) expect(problems).toEqual(['nothing to undo']);
          }
          expect(stateOf(cwd)).toBe(first);
        } finally {
          rmSync(cwd, { recursive: true, force: true });
        }
      },
    ),
    { numRuns: Math.min(40, Number(process.env['SLUICE_RUNS'] ?? 40)) },
  );
});

/** The call has been taken back, or changed nothing. */
const NOTHING_LEFT = / is already undone$|, so there is nothing to undo$/;

interface Operation {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly other: string;
}

/** Makes the calls, one message each; answers with the states before those that changed something. */
async function runAll(
  operations: readonly Operation[],
  cwd: string,
  directory: string,
): Promise<readonly string[]> {
  const states: string[] = [];
  await using runtime = await createLocalRuntime({
    cwd,
    sessionDirectory: directory,
    permissionMode: 'acceptEdits',
  });
  for (const [index, { name, file, text, other }] of operations.entries()) {
    const before = stateOf(cwd);
    const input =
      name === 'Write'
        ? { file_path: file, content: text }
        : { file_path: file, old_string: text, new_string: other, replace_all: false };
    // A Read of all makes a Write possible.
    await finish(runtime.run([{ id: `read-${index}`, name: 'Read', input: { file_path: file } }]));
    await finish(runtime.run([{ id: `call-${index}`, name, input }]));
    if (stateOf(cwd) !== before) states.push(before);
  }
  return states;
}

async function finish(events: AsyncIterable<unknown>): Promise<void> {
  for await (const event of events) void event;
}

async function undoOnce(directory: string, choice: UndoChoice = {}, isForced = false) {
  const opened = await openUndo(directory, true);
  if (!opened.ok) throw new Error(opened.message);
  try {
    const options = { directory, choice, isList: false, isDryRun: false, isForced };
    return await runUndo(opened.session, options);
  } finally {
    opened.session.journal?.close();
  }
}
