// A language server that behaves as its first argument says.
import { spawn } from 'node:child_process';
const [how] = process.argv.slice(2);
// Real ones start others: typescript-language-server a tsserver, and that one a third.
if (how === 'starts-another') spawn('tail', ['-f', '/dev/null'], { stdio: 'ignore' });
let buffer = Buffer.alloc(0);
const send = (message) => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  process.stdout.write(body);
};
const held = [];
const texts = new Map();
process.stdin.on('end', () => process.exit(0));
process.stdin.on('data', (chunk) => {
  buffer = Buffer.concat([buffer, chunk]);
  for (;;) {
    const end = buffer.indexOf('\r\n\r\n');
    if (end === -1) return;
    const size = Number(/Content-Length: (\d+)/.exec(buffer.toString('latin1', 0, end))[1]);
    if (buffer.length < end + 4 + size) return;
    const message = JSON.parse(buffer.toString('utf8', end + 4, end + 4 + size));
    buffer = buffer.subarray(end + 4 + size);
    take(message);
  }
});
function take({ id, method, params, result }) {
  if (method === 'initialize') {
    if (how === 'silent-start') return;
    if (how === 'no-start') {
      console.error('no licence found');
      process.exit(3);
    }
    const positionEncoding = how === 'utf8' ? 'utf-8' : undefined;
    send({
      id,
      result: {
        capabilities: {
          hoverProvider: true,
          definitionProvider: true,
          referencesProvider: true,
          workspaceSymbolProvider: true,
          callHierarchyProvider: true,
          positionEncoding,
        },
      },
    });
  } else if (method === 'textDocument/didOpen' || method === 'textDocument/didChange') {
    const { uri, version } = params.textDocument;
    const text = params.textDocument.text ?? params.contentChanges[0].text;
    texts.set(uri, text);
    const diagnostics = text.split('\n').flatMap((line, at) =>
      line.includes('BAD')
        ? [
            {
              range: { start: { line: at, character: 0 }, end: { line: at, character: 3 } },
              severity: 1,
              message: line,
            },
          ]
        : [],
    );
    if (how !== 'mute')
      send({ method: 'textDocument/publishDiagnostics', params: { uri, version, diagnostics } });
  } else if (method === 'textDocument/didClose') {
    texts.delete(params.textDocument.uri);
  } else if (method === 'workspace/symbol') {
    // The open documents, and the directory that it serves.
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    const names = [...texts.keys()].map((uri) => ({ name: uri.split('/').at(-1), uri }));
    const found = names.filter(({ name }) => name.includes(params.query));
    send({ id, result: found.map(({ name, uri }) => ({ name, kind: 1, location: { uri, range } })) });
  } else if (method === 'textDocument/prepareCallHierarchy') {
    send({ id, result: [moduleItem(params.textDocument.uri)] });
  } else if (method === 'callHierarchy/incomingCalls') {
    send({ id, result: [{ from: params.item, fromRanges: [] }] });
  } else if (method === 'textDocument/references') {
    send({ id, error: { code: -32000, message: `serves ${process.cwd()}` } });
  } else if (method === 'textDocument/hover') {
    if (how === 'dies-at-one' && params.position.line === 0) process.exit(9);
    if (how === 'dies') {
      process.stdout.write('Content-Length: 500\r\n\r\n{"jsonrpc":"2.0","id":', () => process.exit(9));
    } else if (how === 'huge') {
      const body = `{"jsonrpc":"2.0","id":${id},"result":"${'x'.repeat(40 * 1024 * 1024)}"}`;
      process.stdout.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    } else if (how === 'silent') {
      // Never.
    } else if (how === 'unordered') {
      held.push([id, params.position.line]);
      if (held.length === 3)
        for (const [one, line] of held.toReversed()) send({ id: one, result: { contents: `line ${line}` } });
    } else if (how === 'asks') {
      send({ id: 'q1', method: 'workspace/applyEdit', params: { edit: {} } });
      held.push(id);
    } else
      send({
        id,
        result: {
          contents: {
            kind: 'plaintext',
            value: `at ${params.position.line}:${params.position.character} of ${texts.get(params.textDocument.uri).length}`,
          },
        },
      });
  } else if (method === 'textDocument/definition') {
    send({
      id,
      result: {
        uri: params.textDocument.uri,
        range: { start: { line: 0, character: 7 }, end: { line: 0, character: 8 } },
      },
    });
  } else if (method === undefined && id === 'q1') {
    send({ id: held.pop(), result: { contents: `applied: ${result.applied}` } });
  } else if (method === 'shutdown') send({ id, result: null });
  else if (method === 'exit') process.exit(0);
}
/** A module as typescript-language-server names it: by its absolute path. */
function moduleItem(uri) {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const name = decodeURIComponent(new URL(uri).pathname);
  return { name, kind: 2, uri, range, selectionRange: range, containerName: `${process.cwd()}/lib` };
}
