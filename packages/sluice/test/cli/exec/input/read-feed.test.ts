import { describe, expect, it } from 'vitest';
import { readFeed } from '../../../../src/cli/exec/input/read-feed.ts';
import { readInputs } from '../../../../src/cli/exec/input/read-inputs.ts';
import { byteSource, collect } from './byte-source.ts';

const line = (id: string) => Buffer.from(`{"type":"tool_use","id":"${id}","name":"Read","input":{}}\n`);

describe('readFeed', () => {
  it('asks for no more of the source than its reader takes, and closes it when the reader stops', async () => {
    let given = 0;
    let isClosed = false;
    async function* source() {
      try {
        for (;;) {
          given += 1;
          yield line(`call_${given}`);
        }
      } finally {
        isClosed = true;
      }
    }
    const feed = readFeed(source());
    expect(given).toBe(0);
    expect((await feed.next()).value).toMatchObject({ id: 'call_1' });
    expect(given).toBe(1);
    expect((await feed.next()).value).toMatchObject({ id: 'call_2' });
    expect(given).toBe(2);
    await feed.return();
    expect(isClosed).toBe(true);
  });

  it('tells a source that fails as a problem, and ends the open message', async () => {
    async function* source() {
      yield line('a');
      throw new Error('EIO: disk on fire');
    }
    expect(await collect(readFeed(source()))).toEqual([
      expect.objectContaining({ type: 'call', id: 'a' }),
      expect.objectContaining({
        type: 'problem',
        code: 'stream-cut',
        message: expect.stringContaining('disk on fire'),
      }),
      { type: 'message-end', stopReason: undefined, lastBlockIsCall: true },
    ]);
  });
});

describe('readInputs', () => {
  const stream = Buffer.from(
    'data: {"type":"message_start"}\n\ndata: bad\n\ndata: {"type":"message_stop"}\n\n',
  );

  it('reads one input after the other, each in its own format, and names the input of a problem', async () => {
    const inputs = [
      { name: 'a.jsonl', bytes: byteSource(line('a').subarray(0, -1), 9) },
      { name: 'b.sse', bytes: byteSource(stream, 9) },
    ];
    expect(await collect(readInputs(inputs))).toEqual([
      expect.objectContaining({ type: 'call', id: 'a' }),
      { type: 'message-end', stopReason: undefined, lastBlockIsCall: true },
      expect.objectContaining({ code: 'not-json', line: 3, message: expect.stringMatching(/^b\.sse: /) }),
      { type: 'message-end', stopReason: undefined, lastBlockIsCall: false },
    ]);
  });

  it('names nothing when there is one input', async () => {
    const items = await collect(readInputs([{ name: 'b.sse', bytes: byteSource(stream, 9) }]));
    expect(items[0]).toMatchObject({ message: expect.stringMatching(/^The data/) });
  });
});
