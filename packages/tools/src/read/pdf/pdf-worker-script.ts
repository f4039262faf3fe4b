/**
 * Runs in a thread of the process that reads a document, because a thread's heap can be limited. JavaScript as text, because a bundle has
 * no file that a thread could start from. `workerData` is `{ library, bytes }`; each incoming number is a page, whose text is the reply.
 */
export const PDF_WORKER_SCRIPT = `
const { parentPort, workerData } = require('node:worker_threads');

function fail(error) {
  parentPort.postMessage({ type: 'failed', name: String(error && error.name), message: String(error && error.message) });
}

async function textOf(document, number) {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items.map((item) => (item.str === undefined ? '' : item.str) + (item.hasEOL ? '\\n' : '')).join('');
}

async function main() {
  const { getDocumentProxy } = await import(workerData.library);
  const document = await getDocumentProxy(workerData.bytes, {
    verbosity: 0,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: false,
  });
  parentPort.on('message', (number) => {
    textOf(document, number).then((text) => parentPort.postMessage({ type: 'page', text }), fail);
  });
  parentPort.postMessage({ type: 'opened', pages: document.numPages });
}

main().catch(fail);
`;
