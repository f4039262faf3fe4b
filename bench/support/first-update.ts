import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Reads a stream and passes each piece on, and does nothing else. */
const RELAYING = `
  const { request } = await import('node:http');
  const asked = request(process.argv[1], { method: 'POST' }, (response) => {
    response.setEncoding('utf8').on('data', (text) => console.log(JSON.stringify({ text })));
  });
  asked.end('{}');
`;

/** A model that writes one delta after a pause, in a process of its own. */
export async function openDeltaModel() {
  const script = fileURLToPath(new URL('../child/delta-server.ts', import.meta.url));
  const child = fork(script, { execArgv: ['--conditions=sluice-source'], stdio: 'inherit' });
  const [told] = await once(child, 'message');
  const { port } = z.object({ port: z.number() }).parse(told);
  const address = `http://127.0.0.1:${port}`;
  const writing = z.object({ wroteAt: z.string() });
  return {
    address,
    /** Milliseconds from the write of the next delta to the moment that `seen` resolves with (`process.hrtime.bigint()`). */
    async timeOf(seen: Promise<bigint>): Promise<number> {
      const [[message], at] = await Promise.all([once(child, 'message'), seen]);
      return Number(at - BigInt(writing.parse(message).wroteAt)) / 1e6;
    },
    [Symbol.dispose](): void {
      child.disconnect();
    },
  };
}

export type DeltaModel = Awaited<ReturnType<typeof openDeltaModel>>;

/** Milliseconds from the model's delta to the line of a bare Node that passes it on: no program is faster. */
export async function timeOfRelay(model: DeltaModel): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', RELAYING, model.address], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const seen = new Promise<bigint>((resolve) => {
    child.stdout.on('data', (bytes: Buffer) => {
      const at = process.hrtime.bigint();
      if (bytes.includes('Hello.')) resolve(at);
    });
  });
  const time = await model.timeOf(seen);
  await ended;
  return time;
}
