import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createProcessSession } from '@sluice/process';
import { LanguageServers } from '@sluice/tools';
import { ask } from '../../packages/tools/src/lsp/operations.ts';
import { interleave } from '../support/table/interleave.ts';
import type { Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const TSC = resolve(import.meta.dirname, '../../node_modules/.bin/tsc');
const FUNCTIONS = 2000;
const MAX_EXTRA_MS = 5;
const MAX_EXTRA_AFTER_EDIT_MS = 20;

/** A question to a running language server costs little beside the server's own time. */
export const languageServersRow: Row = {
  name: 'language-servers',
  about: `A definition in a file of ${FUNCTIONS} functions, and the errors after an edit of it, compared with the same requests to the same server`,
  async measure({ isQuick }): Promise<readonly Line[]> {
    using directory = temporaryDirectory();
    const root = directory.path;
    const file = join(root, 'many.ts');
    const functions = Array.from(
      { length: FUNCTIONS },
      (_, at) => `export function f${at}(n: number) { return n + ${at}; }`,
    );
    writeFileSync(file, `${functions.join('\n')}\nexport const last = f1000(1);\n`);
    writeFileSync(join(root, 'tsconfig.json'), '{"compilerOptions":{"strict":true,"noEmit":true}}');
    const processes = createProcessSession();
    const servers = new LanguageServers({
      configs: [
        {
          ...{ name: 'ts', command: TSC, args: ['--lsp', '--stdio'], env: {}, settings: {} },
          extensions: new Map([['.ts', 'typescript']]),
          initializationOptions: undefined,
          ...{ startupTimeoutMs: 30_000, shutdownTimeoutMs: 5000, maxRestarts: 0 },
          ...{ restartOnCrash: false, diagnostics: true },
        },
      ],
      processes,
      env: process.env,
      rootOf: () => root,
      ignored: () => Promise.resolve(new Set()),
    });
    try {
      const [server] = servers.forFile(file);
      if (server === undefined) throw new Error('there is no server');
      const { signal } = new AbortController();
      const question = {
        operation: 'goToDefinition',
        path: file,
        line: FUNCTIONS + 1,
        character: 22,
        query: '',
      } as const;
      const position = { line: FUNCTIONS, character: 21 };
      const textDocument = { uri: pathToFileURL(file).href };
      const measured = await interleave(
        isQuick ? 5 : 50,
        () => timed(() => ask(server, question, signal)),
        () => timed(() => server.request('textDocument/definition', { textDocument, position }, signal)),
      );
      const name = 'goToDefinition, warm, vs the bare request';
      let edits = 0;
      const edit = (): void => {
        edits += 1;
        writeFileSync(file, `${functions.join('\n')}\nexport const last: string = f${edits}(1);\n`);
      };
      const afterEdit = await interleave(
        isQuick ? 5 : 50,
        () =>
          timed(async () => {
            await servers.errorsAfter(file, async () => {
              edit();
              return true;
            });
          }),
        () =>
          timed(async () => {
            edit();
            server.sync(file);
            await server.request('textDocument/diagnostic', { textDocument }, signal);
          }),
      );
      const found = await server.diagnose(file, signal);
      if (found.length !== 1) throw new Error(`the server reported ${found.length} errors and not one`);
      return [
        {
          status: 'measured',
          name,
          unit: 'ms',
          ...measured,
          target: { kind: 'difference', atMost: MAX_EXTRA_MS },
        },
        {
          status: 'measured',
          name: 'errors after an edit, vs the bare change and request',
          unit: 'ms',
          ...afterEdit,
          target: { kind: 'difference', atMost: MAX_EXTRA_AFTER_EDIT_MS },
        },
      ];
    } finally {
      await servers.close();
      await processes.dispose();
    }
  },
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
