import { PDF_WORKER_SCRIPT } from './pdf-worker-script.ts';

/**
 * Runs in its own process, so that a document's memory can be measured and is returned to the system at the end; in a process with other
 * work, much of it stays behind as fragments. A thread does the work, so that the memory check is never delayed. The document arrives on
 * standard input; `process.argv` ends with the library, the bytes by which memory may grow, and the MiB of the thread's heap. It ends
 * with its parent.
 */
export const PDF_PROCESS_SCRIPT = `
const { Worker } = require('node:worker_threads');
const [library, growth, heap] = process.argv.slice(-3);
const POLL_MS = 20;
const chunks = [];

function fail(name, message) {
  process.send({ type: 'failed', name, message }, () => process.exit());
}

function watch() {
  const before = process.memoryUsage.rss();
  setInterval(() => process.memoryUsage.rss() - before > Number(growth) && fail('memory', ''), POLL_MS);
}

function start() {
  const bytes = new Uint8Array(Buffer.concat(chunks.splice(0)));
  watch();
  const worker = new Worker(${JSON.stringify(PDF_WORKER_SCRIPT)}, {
    eval: true,
    workerData: { library, bytes },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: Number(heap) },
  });
  worker.on('message', (message) => process.send(message));
  worker.on('error', (error) => fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'thread', error.message));
  process.on('message', (page) => worker.postMessage(page));
}

process.on('disconnect', () => process.exit());
process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', start);
`;
