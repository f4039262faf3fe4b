import type { CallBackground } from '@sluice/mcp';
import { isBackgroundDisabled, type EndedWork, type TaskRegistry } from '@sluice/tools';

/** Calls of MCP servers that go on as tasks of the session. Undefined: nothing runs in the background. */
export function callBackground(
  tasks: TaskRegistry,
  env: Readonly<Record<string, string | undefined>>,
  afterMs: number | undefined,
): CallBackground | undefined {
  if (isBackgroundDisabled(env)) return undefined;
  return {
    afterMs,
    reserve: () => tasks.reserve(),
    offer: (callId, move) => tasks.offerMove(callId, move),
    adopt({ name, callId, outputPath, ended, end }) {
      const work = ended.then((how): EndedWork => ({
        end: how.status === 'stopped' ? { status: 'stopped', by: 'program' } : how,
        notes: [],
      }));
      const moved = { type: 'mcp', hasMoved: true, command: name, outputPath, callId } as const;
      return tasks.adopt({ ...moved, ended: work, end }).id;
    },
  };
}
