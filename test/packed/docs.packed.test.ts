import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { commandsOf, publishedBlocks, type Block } from './blocks.ts';
import { openWorld, startModel, storeSession } from './world.ts';

const root = join(import.meta.dirname, '../..');
const blocks = publishedBlocks();
const titled = (some: readonly Block[]) =>
  some.map((block) => [`${block.page}:${block.line}`, block] as const);
const run = blocks.filter(({ notRun }) => notRun === undefined);
const programs = run.filter(({ language }) => language !== 'sh');
const commands = run.filter(({ language }) => language === 'sh');
const pages = [...new Set(commands.map(({ page }) => page))];

/** Commands that rightly end with another status, and why. */
const STATUSES: ReadonlyMap<string, readonly [status: number, why: string]> = new Map([
  ['sluice sessions remove 0123abcd', [1, 'it asks a person first']],
]);

let model: Awaited<ReturnType<typeof startModel>>;
beforeAll(async () => {
  model = await startModel();
});
afterAll(() => void model.close());

it('all blocks but these are run', () => {
  expect(blocks.filter(({ notRun }) => notRun !== undefined).map(({ page }) => page)).toEqual([
    'README.md',
    'README.md',
    'docs/adapters.md',
    'docs/adapters.md',
    'docs/adapters.md',
    'docs/adapters.md',
    'docs/adapters.md',
    'docs/adapters.md',
    'docs/benchmarks.md',
    'docs/library.md',
    'docs/mcp-serve.md',
    ...Array.from({ length: 5 }, () => 'docs/mcp.md'),
    'docs/repl.md',
    'docs/trace.md',
    'docs/workflows.md',
  ]);
  expect(commands.length).toBeGreaterThan(10);
  expect(programs.length).toBeGreaterThan(8);
});

describe.concurrent('commands', () => {
  it.each(pages)('of %s', async (page) => {
    const world = await openWorld(model.port);
    for (const command of commands.filter((block) => block.page === page).flatMap(commandsOf)) {
      // Each is about a session that no command before it has touched.
      const ofStored = /sluice (?:undo|sessions|trace)(?!.*--session-dir)/.test(command);
      const at = ofStored ? await openWorld(model.port) : world;
      if (ofStored) await storeSession(at);
      const { status, stdout, stderr } = await at.run('bash', ['-c', command]);
      const [expected] = STATUSES.get(command.replace(/\s*#.*$/, '')) ?? [0];
      expect(status, `${command}\n${stdout}\n${stderr}`).toBe(expected);
    }
  });
});

describe.concurrent('programs', () => {
  it.each(titled(programs))('%s', async (_, block) => {
    const world = await openWorld(model.port);
    await storeSession(world);
    const file = join(world.cwd, 'example.ts');
    writeFileSync(file, `${block.setup}${block.code}`);
    const { status, stderr } = await world.run(process.execPath, [file]);
    expect(stderr.replaceAll(/^.*(?:ExperimentalWarning|--trace-warnings).*\n/gm, '')).toBe('');
    expect(status).toBe(0);
  });

  it('compile against the published types', () => {
    const app = join(inject('packedDirectory'), 'app');
    const files = programs.map(({ setup, code }, index) => {
      const file = join(app, `example-${index}.ts`);
      writeFileSync(file, `${setup}${code}\nexport {};\n`);
      return file;
    });
    const config = {
      compilerOptions: {
        noEmit: true,
        strict: true,
        // Programs in JavaScript name no types of their own parameters.
        noImplicitAny: false,
        useUnknownInCatchVariables: false,
        target: 'esnext',
        module: 'nodenext',
        skipLibCheck: true,
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
      },
      files,
    };
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    let errors = '';
    try {
      execFileSync(process.execPath, [tsc, '-p', app], { cwd: app, encoding: 'utf8' });
    } catch (error) {
      errors = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    }
    expect(errors).toBe('');
  });
});
