import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { AGENTS_DIRECTORY, agentsIn } from '@sluice/host';

/** Cannot occur inside a string on the line, where quotes are escaped. */
const ANSWER = Buffer.from('"type":"assistant"');

/** Counts the assistant messages in the journals of a session's agents without parsing them. */
export async function countAnswers(directory: string): Promise<number> {
  const agents = agentsIn(directory).map((name) => join(directory, AGENTS_DIRECTORY, name));
  const counts = await Promise.all([directory, ...agents].map((one) => countIn(one)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Whether the model has answered in a session. Reads its journal as far as the first answer. */
export async function hasAnswer(directory: string): Promise<boolean> {
  return (await countIn(directory, 1)) > 0;
}

/** @param most counts no further. Default: all are counted */
async function countIn(directory: string, most = Infinity): Promise<number> {
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
      if (count >= most) break;
      rest = bytes.subarray(Math.max(end, bytes.length - ANSWER.length + 1));
    }
  } catch {
    // No journal, or an unreadable one: nothing to count.
  }
  return count;
}
