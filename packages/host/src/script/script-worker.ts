/**
 * Runs in a thread of its own: the interpreter, which is WebAssembly, and so a heap that scripts can't leave. JavaScript as text, because a
 * bundle has no file that a thread could start from.
 *
 * Scripts get text from here, never an object of Node: `call(name, json)` answers with a promise of JSON, `say(channel, text)` with nothing.
 * The prelude takes both, and answers with a function `(id, value, ended)` that reports how a run ends.
 */
export const SCRIPT_WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
const { core, variant, memoryBytes, cpuMs, prelude, init, stop } = workerData;
/** Deeper, the thread's own stack would overflow. */
const STACK_BYTES = 256 * 1024;
const PAGE_BYTES = 64 * 1024;
/** What the interpreter is compiled to begin with: 16 MiB. */
const INITIAL_PAGES = 256;
const flag = new Int32Array(stop);
const waiting = new Map();
const open = new Set();
let calls = 0;
let deadline = Infinity;
/** Since the message that is being handled came. Not every interrupt can be distinguished from the error that it leads to. */
let wasInterrupted = false;
/** The memory could not grow when it last should. */
let isFull = false;

const tell = (message) => void parentPort.postMessage(message);
/** Without memory for an error, the interpreter throws null. */
const isForWantOfMemory = (text) => isFull && /^(?:Error: )?null$/.test(text);
/** An interrupt inside an async function rejects its promise, like any error, or is lost. */
const kindOf = (text) =>
  text.includes('InternalError: out of memory') || isForWantOfMemory(text)
    ? 'memory'
    : wasInterrupted
      ? 'interrupted'
      : 'thrown';
const unwrap = (found) => (found.default === undefined ? found : found.default);

async function start() {
  const { newQuickJSWASMModuleFromVariant, newVariant } = require(core);
  // The interpreter's own limit counts single allocations, and not what they add up to. What the memory can't grow to, no script gets.
  const wasmMemory = new WebAssembly.Memory({
    initial: INITIAL_PAGES,
    maximum: Math.max(INITIAL_PAGES, Math.ceil(memoryBytes / PAGE_BYTES)),
  });
  const grow = wasmMemory.grow.bind(wasmMemory);
  wasmMemory.grow = (pages) => {
    isFull = true;
    const before = grow(pages);
    isFull = false;
    return before;
  };
  const quickjs = await newQuickJSWASMModuleFromVariant(
    newVariant(unwrap(require(variant)), { wasmMemory }),
  );
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(memoryBytes);
  runtime.setMaxStackSize(STACK_BYTES);
  // A run may be stopped before the heap is ready for it.
  let isReady = false;
  runtime.setInterruptHandler(() => {
    if (!isReady) return false;
    wasInterrupted ||= Atomics.load(flag, 0) !== 0 || performance.now() > deadline;
    return wasInterrupted;
  });
  const vm = runtime.newContext();

  const call = vm.newFunction('call', (name, json) => {
    const id = (calls += 1);
    const promise = vm.newPromise();
    waiting.set(id, promise);
    tell({ type: 'call', id, name: vm.getString(name), json: vm.getString(json) });
    return promise.handle.dup();
  });
  const say = vm.newFunction('say', (channel, text) =>
    tell({ type: 'say', channel: vm.getString(channel), text: vm.getString(text) }),
  );
  const ended = vm.newFunction('ended', (id, isOk, json) =>
    end(vm.getNumber(id), { isOk: vm.getNumber(isOk) === 1, text: vm.getString(json) }),
  );
  const made = vm.unwrapResult(vm.evalCode(prelude, 'prelude.js'));
  const text = vm.newString(init);
  const finish = vm.unwrapResult(vm.callFunction(made, vm.undefined, call, say, text));
  isReady = true;

  const end = (id, { isOk, text, kind }) => {
    if (!open.delete(id)) return;
    const said = !isOk && isForWantOfMemory(text) ? 'InternalError: out of memory' : text;
    tell({ type: 'ended', id, isOk, text: said, kind: kind || kindOf(said) });
  };
  const endAll = (kind, text) => {
    for (const id of [...open]) end(id, { isOk: false, text, kind });
  };
  /** Why a script was ended by the interpreter. */
  const failed = (handle) => {
    const error = vm.dump(handle);
    handle.dispose();
    const said = error && error.message ? error.name + ': ' + error.message : String(error);
    return { isOk: false, text: said };
  };

  const messages = {
    run({ id, code, file }) {
      open.add(id);
      const result = vm.evalCode(code, file);
      if (result.error) return end(id, failed(result.error));
      const number = vm.newNumber(id);
      const called = vm.callFunction(finish, vm.undefined, number, result.value, ended);
      number.dispose();
      result.value.dispose();
      if (called.error) return end(id, failed(called.error));
      called.value.dispose();
    },
    answer({ id, isOk, text }) {
      const promise = waiting.get(id);
      if (promise === undefined) return;
      waiting.delete(id);
      const handle = isOk ? vm.newString(text) : vm.newError(text);
      if (isOk) promise.resolve(handle);
      else promise.reject(handle);
      handle.dispose();
      promise.dispose();
    },
    /** Nothing that a run waits for comes any more. */
    abandon({ id }) {
      open.delete(id);
      for (const promise of waiting.values()) promise.dispose();
      waiting.clear();
    },
  };

  parentPort.on('message', (message) => {
    try {
      deadline = performance.now() + cpuMs;
      wasInterrupted = false;
      messages[message.type](message);
      const jobs = runtime.executePendingJobs();
      if (jobs.error) {
        const why = failed(jobs.error);
        endAll(undefined, why.text);
      }
      if (wasInterrupted) endAll('interrupted', 'it computed for too long');
      if (waiting.size === 0) endAll('stuck', 'the script is waiting for something that never happens');
    } catch (error) {
      tell({ type: 'broken', text: String(error && error.message) });
      process.exit();
    }
    deadline = Infinity;
    Atomics.store(flag, 0, 0);
    tell({ type: 'idle' });
  });
}

start().then(() => tell({ type: 'ready' }), (error) => {
  tell({ type: 'broken', text: String(error && error.message) });
  process.exit();
});
`;
