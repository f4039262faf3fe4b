/** A program that posts to the address it is given, once for each further argument, and prints what came back. */
import { systemClock } from '@sluice/core';
import { createConnections } from '../../src/http/connections.ts';
import { postStream } from '../../src/http/post-stream.ts';
import { textOf } from './answer-text.ts';

const [address = '', times = '1'] = process.argv.slice(2);
const url = new URL(address);
const opened = await createConnections(url, process.env);
if (!opened.ok) {
  console.log(opened.message);
} else {
  for (let turn = 0; turn < Number(times); turn += 1) {
    const answer = await postStream(
      {
        url,
        headers: { 'x-api-key': 'sk-0123456789' },
        body: [Buffer.from('{}')],
        signal: new AbortController().signal,
        connectTimeoutMs: 20_000,
        firstByteTimeoutMs: 20_000,
        idleTimeoutMs: 20_000,
      },
      opened.connections,
      systemClock,
    );
    console.log(await textOf(answer));
  }
  opened.connections.close();
}
