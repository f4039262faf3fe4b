import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/** V8 has no more threads than this for it, however many processors there are. */
const MAX_THREADS = 4;
/** V8's default. */
const UNBOUND = 128;
/** By then the code of the first page is optimized. */
const BOUND_MS = 1_000;

/**
 * For a second, leaves one processor to this process's own thread while others optimize WebAssembly. On a small machine they would
 * take every processor, just when the first page has been converted and its result is to be written.
 */
export function boundCompilation(processors: number = availableParallelism()): void {
  const threads = compilationThreads(processors);
  if (threads === undefined) return;
  setThreads(threads);
  const unbind = (): void => {
    clearTimeout(timer);
    process.off('exit', unbind);
    setThreads(UNBOUND);
  };
  const timer = setTimeout(unbind, BOUND_MS).unref();
  // V8 rejects compiled code that was kept under other flags than those it is started with.
  process.prependListener('exit', unbind);
}

/** How many threads may compile WebAssembly at once. Undefined: as many as V8 uses. */
export function compilationThreads(processors: number): number | undefined {
  return processors > MAX_THREADS ? undefined : Math.max(1, processors - 1);
}

function setThreads(count: number): void {
  setFlagsFromString(`--wasm-num-compilation-tasks=${count}`);
}
