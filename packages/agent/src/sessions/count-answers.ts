import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { AGENTS_DIRECTORY, agentsIn } from '@sluice/host';

/** In no text of a line can it stand so: quotes in there are spelled otherwise. */
const ANSWER = Buffer.from('"type":"assistant"');

/** How many messages of its models the journals of a session's agents hold, without reading what they say. */
export async function countAnswers(directory: string): Promise<number> {
  const agents = agentsIn(directory).map((name) => join(directory, AGENTS_DIRECTORY, name));
  const counts = await Promise.all([directory, ...agents].map(countIn));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countIn(directory: string): Promise<number> {
  let count = 0;
  let rest = Buffer.alloc(0);
  try {
    const chunks: AsyncIterable<Buffer> = createReadStream(join(directory, 'journal.jsonl'));
    for await (const chunk of chunks) {
      const bytes = Buffer.concat([rest, chunk]);
      let at = bytes.indexOf(ANSWER);
      let end = 0;
      for (; at !== -1; at = bytes.indexOf(ANSWER, end)) {
        count += 1;
        end = at + ANSWER.length;
      }
      rest = bytes.subarray(Math.max(end, bytes.length - ANSWER.length + 1));
    }
  } catch {
    // No journal, or none that can be read: nothing that could be counted.
  }
  return count;
}
