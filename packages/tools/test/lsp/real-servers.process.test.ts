import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/lsp/operations.ts';
import { openServers, pidsIn } from './open-servers.ts';

const MODULES = resolve(import.meta.dirname, '../../../../node_modules');
const BIN = join(MODULES, '.bin');

interface RealServer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly initializationOptions?: unknown;
  readonly extension: string;
  readonly language: string;
  /** What the project needs beside its sources. */
  readonly project: Readonly<Record<string, string>>;
  /** `twice`, documented, with its name in the first line at this column. */
  readonly source: string;
  readonly column: number;
  /** Its second line calls `twice` at this column. */
  readonly use: string;
  readonly useColumn: number;
  /** The source whose result no longer fits `use`. */
  readonly changed: string;
  readonly change: string;
  readonly error: string;
}

const TYPESCRIPT = {
  extension: '.ts',
  language: 'typescript',
  project: {
    'tsconfig.json':
      '{"compilerOptions":{"strict":true,"noEmit":true,"allowImportingTsExtensions":true,"module":"nodenext"}}',
  },
  source: '/** Twice. */ export function twice(n: number): number { return 2 * n; }\n',
  column: 31,
  use: "import { twice } from './lib.ts';\nexport const four: number = twice(2);\n",
  useColumn: 29,
  changed: '/** Twice. */ export function twice(n: number): string { return `${2 * n}`; }\n',
  change: "import { twice } from './lib.ts';\nexport const four: string = twice(2);\n",
  error: "Type 'number' is not assignable to type 'string'.",
};

const SERVERS: readonly RealServer[] = [
  {
    name: 'TypeScript 7',
    command: join(BIN, 'tsc'),
    args: ['--lsp', '--stdio'],
    ...TYPESCRIPT,
  },
  {
    // It starts a tsserver of TypeScript 5 as a process of its own.
    name: 'typescript-language-server',
    command: process.execPath,
    args: [join(BIN, 'typescript-language-server'), '--stdio'],
    initializationOptions: {
      tsserver: { path: join(MODULES, '@tsd/typescript/typescript/lib/tsserver.js') },
    },
    ...TYPESCRIPT,
  },
  {
    name: 'pyright',
    command: join(BIN, 'pyright-langserver'),
    args: ['--stdio'],
    extension: '.py',
    language: 'python',
    project: { 'pyrightconfig.json': '{}' },
    source: 'def twice(n: int) -> int:\n    """Twice."""\n    return 2 * n\n',
    column: 5,
    use: 'from lib import twice\nfour: int = twice(2)\n',
    useColumn: 13,
    changed: 'def twice(n: int) -> str:\n    """Twice."""\n    return str(2 * n)\n',
    change: 'from lib import twice\nfour: str = twice(2)\n',
    error: 'Type "int" is not assignable to declared type "str"',
  },
];

function placesOf(answer: Answer) {
  return answer.kind === 'places' ? answer.places : expect.fail('no places');
}

describe.each(SERVERS)('$name', (real) => {
  function project() {
    const { name, command, args, initializationOptions, extension, language } = real;
    const extensions = new Map([[extension, language]]);
    const opened = openServers({
      ...{ name, command, args, initializationOptions, extensions },
      startupTimeoutMs: 60_000,
    });
    const write = (file: string, text: string): string => {
      writeFileSync(join(opened.root, file), text);
      return join(opened.root, file);
    };
    for (const [file, text] of Object.entries(real.project)) write(file, text);
    const lib = write(`lib${extension}`, real.source);
    const use = write(`use${extension}`, real.use);
    return { ...opened, write, lib, use };
  }

  it('answers every question about a project', async () => {
    const { question, lib, use } = project();
    const { column, useColumn } = real;
    const definition = { path: lib, line: 1, character: column };
    const call = { path: use, line: 2, character: useColumn };
    expect(placesOf(await question(use, 'goToDefinition', 2, useColumn))).toMatchObject([definition]);
    expect(placesOf(await question(lib, 'findReferences', 1, column))).toEqual(
      expect.arrayContaining([expect.objectContaining(definition), expect.objectContaining(call)]),
    );
    expect(await question(use, 'hover', 2, useColumn)).toMatchObject({
      text: expect.stringContaining('Twice.'),
    });
    expect(placesOf(await question(lib, 'documentSymbol')).map(({ label }) => label)).toContain(
      'function twice',
    );
    const found = placesOf(await question(use, 'workspaceSymbol', 1, 1, { query: 'twice' }));
    expect(found.map(({ path }) => path)).toContain(lib);
    expect(placesOf(await question(lib, 'incomingCalls', 1, column)).map(({ path }) => path)).toContain(use);
    expect(placesOf(await question(use, 'diagnostics'))).toEqual([]);
  });

  it('tells the errors that an edit brings, and those that a command brings to another file', async () => {
    const { servers, question, lib, use } = project();
    const { extension, changed, change, error } = real;
    expect(placesOf(await question(use, 'diagnostics'))).toEqual([]);
    const edited = await servers.errorsAfter(use, () => {
      writeFileSync(use, change);
      return Promise.resolve(true);
    });
    // A server may need longer than an edit waits; what it says then is no less right.
    if (edited.length > 0)
      expect(edited).toMatchObject([{ line: 1, message: expect.stringContaining(error) }]);
    await expect
      .poll(async () => placesOf(await question(use, 'diagnostics')).map(({ label }) => label))
      .toEqual([expect.stringContaining(error)]);
    // `lib` is not open in the server: only the file system knows.
    writeFileSync(lib, changed);
    await expect.poll(async () => placesOf(await question(use, 'diagnostics'))).toEqual([]);
    const fresh = lib.replace(`lib${extension}`, `fresh${extension}`);
    writeFileSync(fresh, real.source);
    writeFileSync(use, change.replace('lib', 'fresh'));
    await expect
      .poll(async () => placesOf(await question(use, 'diagnostics')).map(({ label }) => label))
      .toEqual([expect.stringContaining(error)]);
  });

  it('answers again after it was killed, and its silence ends with the call', async () => {
    const { root, question, use } = project();
    const { useColumn } = real;
    await question(use, 'hover', 2, useColumn);
    const stop = new AbortController();
    for (const pid of pidsIn(root)) process.kill(pid, 'SIGSTOP');
    const asked = question(use, 'hover', 2, useColumn, { signal: stop.signal });
    setImmediate(() => stop.abort(new Error('the call was stopped')));
    await expect(asked).rejects.toThrow('the call was stopped');
    const stuck = question(use, 'hover', 2, useColumn);
    for (const pid of pidsIn(root)) process.kill(pid, 'SIGKILL');
    await expect(stuck).rejects.toThrow(`The language server ${real.name} was killed by SIGKILL`);
    expect(await question(use, 'hover', 2, useColumn)).toMatchObject({
      text: expect.stringContaining('Twice.'),
    });
  });
});
