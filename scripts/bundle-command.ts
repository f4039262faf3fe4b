import { join } from 'node:path';
import { build, type LogLevel, type LogOrStringHandler, type Plugin, type RolldownLog } from 'rolldown';
import { edited, visitNodes, type Edit } from './chunk-syntax.ts';
import { lazyBuiltins } from './lazy-builtins.ts';
import { lazyEditor } from './lazy-editor.ts';
import { lazyPatterns } from './lazy-patterns.ts';
import { lazySchemas } from './lazy-schemas.ts';
import { startParts } from './start-parts.ts';

/**
 * An `import` of a module of Node's own builds a facade that touches its every export, lazy ones as well: 7 ms of the
 * command's start. Looked up this way it doesn't.
 */
const directBuiltins: Plugin = {
  name: 'direct-builtins',
  renderChunk: (code) =>
    code.replace(
      /^import (\{[^}]*\}) from "(node:[^"]+)";$/gm,
      (_, names: string, from: string) =>
        `const ${names.replaceAll(' as ', ': ')} = process.getBuiltinModule("${from}");`,
    ),
};

/**
 * One character above Latin-1 makes V8 keep a whole file at two bytes a character, and Node work on it as such: 3 ms of
 * the start. As an escape it means the same wherever it may
 * stand, but in raw templates and behind a backslash.
 */
const onlyAscii: Plugin = {
  name: 'only-ascii',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      if (/String\.raw`[^`]*[^\0-\x7f]|\\[^\0-\x7f]/.test(chunk.code)) {
        throw new Error(`${chunk.fileName} has characters that can't be escaped where they stand.`);
      }
      chunk.code = chunk.code.replace(
        /[\u0080-\uffff]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/**
 * Modules outside the bundle are imported by the loader of the chunks, which calls it `importModule`. Only expressions of
 * the chunk itself are meant: scripts of workers and child processes are texts in it, and keep their own `import`.
 */
const importsOfTheLoader: Plugin = {
  name: 'imports-of-the-loader',
  renderChunk(code) {
    const edits: Edit[] = [];
    visitNodes(this.parse(code), (node) => {
      if (node.type === 'ImportExpression')
        edits.push([node.start, node.start + 'import'.length, 'importModule']);
    });
    return edited(code, edits);
  },
};

/** A module that isn't found would stay an import of a package: a search in `node_modules`, and 10 ms of each start. */
function refuseUnresolved(level: LogLevel, log: RolldownLog, report: LogOrStringHandler): void {
  if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
  report(level, log);
}

/** Modules that do nothing but define what they export: those of which nothing is used are left out (marked takes 8 ms of a start). */
const ONLY_FOR_EXPORTS =
  /[\\/]node_modules[\\/](?:@earendil-works[\\/]pi-tui|marked|@agentclientprotocol[\\/]sdk[\\/]dist[\\/]v1[\\/]schema)[\\/]/;

/** Syntax that the oldest Node we promise knows: `engines` of package.json. */
export const TARGET = 'node22.13';

/** The first finds its own binary beside its files; the others load at the first image, PDF document and web page. */
export const NATIVE = ['@vscode/ripgrep', 'sharp', 'unpdf', 'mdream/wasm'];

/**
 * The command in few files, so that it starts fast; what is rarely needed stays in files of its own. `cli.js` loads the
 * chunks in `cli`.
 */
export async function bundleCommand(packagesDirectory: string, dist: string): Promise<void> {
  const parts = startParts(packagesDirectory);
  await Promise.all([
    build({
      input: { main: join(packagesDirectory, 'sluice/src/cli/run-program.ts') },
      platform: 'node',
      transform: { target: TARGET },
      external: NATIVE,
      resolve: {
        conditionNames: ['sluice-source', 'node', 'import'],
        // Its main module is made in a way that can't be bundled.
        alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
      },
      onLog: refuseUnresolved,
      treeshake: { moduleSideEffects: (id) => (ONLY_FOR_EXPORTS.test(id) ? false : undefined) },
      plugins: [
        parts.plugin,
        lazyEditor,
        lazySchemas,
        importsOfTheLoader,
        lazyBuiltins,
        lazyPatterns,
        onlyAscii,
      ],
      output: {
        dir: join(dist, 'cli'),
        format: 'cjs',
        minify: true,
        // Modules that are not part of the bundle, such as those of a person's own, may be of any kind.
        dynamicImportInCjs: true,
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name]-[hash].cjs',
        codeSplitting: { groups: parts.groups },
      },
    }),
    build({
      input: join(packagesDirectory, 'sluice/src/start/built-cli.ts'),
      platform: 'node',
      transform: { target: TARGET },
      resolve: { conditionNames: ['sluice-source', 'node', 'import'] },
      onLog: refuseUnresolved,
      plugins: [directBuiltins],
      output: { file: join(dist, 'cli.js'), format: 'esm', minify: true },
    }),
  ]);
}
