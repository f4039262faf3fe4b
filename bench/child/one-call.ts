import { once } from 'node:events';
import { z } from 'zod';
import { timeOf } from '../support/table/interleave.ts';
import { resetPeakMemory } from '../support/process-memory.ts';
import { openToolSession } from '../support/tool-session.ts';

// One call of a built-in tool, in a process whose memory shows nothing else (measure-in-child.ts is the other end).

const callSchema = z.object({
  cwd: z.string(),
  directory: z.string(),
  name: z.string(),
  warmUp: z.unknown(),
  input: z.unknown(),
});

const [message] = await once(process, 'message');
const { cwd, directory, name, warmUp, input } = callSchema.parse(message);
const session = openToolSession(cwd, directory);
await session.call(name, warmUp);
resetPeakMemory();
process.send?.({ type: 'ready' });
await once(process, 'message');
const ms = await timeOf(() => session.call(name, input));
process.send?.({ type: 'done', ms });
await once(process, 'message');
await session[Symbol.asyncDispose]();
process.disconnect();
