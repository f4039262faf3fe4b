import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { CodeCache } from './code-cache.ts';
import type { KeptCode } from './kept-code.ts';
import type { ShippedCode } from './shipped-code.ts';

/** A script can't import without Node flags: the chunks call this instead. */
const importModule = (specifier: string): Promise<unknown> => import(specifier);

interface ChunkLoader {
  /** Returns a chunk's exports; it runs once. Throws as `readFileSync` does, and what the chunk throws. */
  load(chunk: string): unknown;
  /** Saves the code that V8 has compiled so far, for chunks that few runs have added to. */
  keep(): void;
}

interface Compiled {
  readonly script: Script;
  readonly kept: KeptCode | undefined;
}

/** At first, most runs call functions that earlier ones did not. */
const ENOUGH_RUNS = 5;
/** Smaller chunks compile faster than their cached code is found. */
const SMALLEST_KEPT = 32 * 1024;

interface ChunkLoaderOptions {
  /** Holds CommonJS chunks, which are ASCII. */
  readonly directory: string;
  readonly shipped: ShippedCode | undefined;
  /** For chunks of which no code was shipped, or that V8 rejects: its flags differ. */
  readonly cache: CodeCache | undefined;
}

/** Loads the chunks of a directory with their compiled code. */
export function chunkLoader({ directory, shipped, cache }: ChunkLoaderOptions): ChunkLoader {
  const modules = new Map<string, { exports: unknown }>();
  const compiled = new Map<string, Compiled>();

  function compile(chunk: string, filename: string): Script {
    const source = readFileSync(filename, 'latin1');
    const text = `(function (exports, require, module, __filename, __dirname, importModule) {${source}\n})`;
    if (source.length < SMALLEST_KEPT) return new Script(text, { filename });
    const data = shipped?.read(chunk);
    if (data !== undefined) {
      const ready = new Script(text, { filename, cachedData: data });
      if (ready.cachedDataRejected !== true) return ready;
    }
    if (cache === undefined) return new Script(text, { filename });
    const found = cache.read(chunk);
    const script = new Script(text, { filename, cachedData: found?.data });
    compiled.set(chunk, { script, kept: script.cachedDataRejected === true ? undefined : found });
    return script;
  }

  function load(chunk: string): unknown {
    const known = modules.get(chunk);
    if (known !== undefined) return known.exports;
    const filename = join(directory, chunk);
    const module = { exports: {} };
    modules.set(chunk, module);
    let others: NodeJS.Require | undefined;
    const require = (id: string): unknown => {
      if (id.startsWith('./')) return load(id.slice(2));
      if (id.startsWith('node:')) return process.getBuiltinModule(id);
      others ??= createRequire(filename);
      return others(id);
    };
    const wrapper: unknown = compile(chunk, filename).runInThisContext();
    if (typeof wrapper !== 'function') throw new Error(`${filename} is not a chunk of this program.`);
    Reflect.apply(wrapper, undefined, [module.exports, require, module, filename, directory, importModule]);
    return module.exports;
  }

  return {
    load,
    keep() {
      for (const [chunk, { script, kept }] of compiled) {
        const runs = (kept?.runs ?? 0) + 1;
        if (runs <= ENOUGH_RUNS) cache?.write(chunk, { data: script.createCachedData(), runs });
      }
    },
  };
}
