import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { ended, startCli } from '../exec/support/cli.ts';
import { calls, words } from './support/answers.ts';
import { printPlace, runPrint } from './support/print.ts';
import { lastTools } from './support/sent.ts';

const TSC = resolve(import.meta.dirname, '../../../../../node_modules/.bin/tsc');

test('a language server answers under the rules for reading, an edit tells of the errors it brings, and nothing starts untrusted', async () => {
  await using server = await startModelServer([
    words('Hello.'),
    calls(['LSP', { operation: 'findReferences', filePath: 'src/add.ts', line: 1, character: 17 }]),
    calls(['LSP', { operation: 'hover', filePath: 'notes.md', line: 1, character: 1 }]),
    calls(['LSP', { operation: 'hover', filePath: 'src/secret.ts', line: 1, character: 10 }]),
    calls(['Read', { file_path: 'src/add.ts' }]),
    calls(['Edit', { file_path: 'src/add.ts', old_string: '): number', new_string: '): string' }]),
    words('Done.'),
  ]);
  const place = printPlace(server);
  const write = (name: string, text: string): void => writeFileSync(join(place.cwd, name), text);
  const options = { strict: true, noEmit: true, allowImportingTsExtensions: true };
  mkdirSync(join(place.cwd, 'src'));
  write('tsconfig.json', JSON.stringify({ compilerOptions: options }));
  write('src/add.ts', 'export function add(a: number): number { return a + 1; }\n');
  for (const name of ['use', 'secret'])
    write(`src/${name}.ts`, "import { add } from './add.ts';\nexport const three = add(2);\n");
  const extensionToLanguage = { '.ts': 'typescript' };
  const ts = { command: TSC, args: ['--lsp', '--stdio'], extensionToLanguage };
  write('.lsp.json', JSON.stringify({ ts, broken: { extensionToLanguage } }));
  const rules = ['--allowedTools', 'LSP,Edit,Read', '--disallowedTools', 'Read(src/secret.ts)'];

  const untrusted = await runPrint(place, 'Hi.', ...rules);
  expect(untrusted.stderr).toMatch(
    /language servers in .*\.lsp\.json are not used, because the project is not trusted/,
  );
  expect(lastTools(server)).not.toContain('LSP');

  expect(await ended(startCli(['rules', 'trust', place.cwd], place))).toMatchObject({ status: 0 });
  const run = await runPrint(place, 'Who uses add?', ...rules);
  expect(run).toMatchObject({ status: 0, stdout: 'Done.\n' });
  expect(run.stderr).toMatch(/the language server "broken" is left out: "command" must name a program\./);
  expect(lastTools(server)).toContain('LSP');
  const bodies = server.requests.map(({ body }) => JSON.stringify(body['messages']));
  expect(bodies[2]).toContain('src/add.ts:1:17  export function add');
  expect(bodies[2]).toContain('src/use.ts:2:22  export const three = add(2);');
  expect(bodies[2]).not.toContain('secret.ts');
  expect(bodies[3]).toContain('No language server is set up for .md; there are some for .ts.');
  expect(bodies[4]).toMatch(/deny rule Read\(src\/secret\.ts\)/);
  expect(bodies[6]).toMatch(
    /New errors in [^"]*src\/add\.ts after this change[^"]*line 1: ts 2322: Type 'number' is not assignable to type 'string'\./,
  );
});
