import type { MemoryGroup, OpenedMemoryGroup } from '../cgroup/memory-group.ts';
import type { CommandRequest, CommandResult } from '../command.ts';
import { nothingRan } from '../outcome/nothing-ran.ts';

/** Runs a command in the group for its memory limit, and reports the result; without the group, it runs nothing. */
export async function withMemoryLimit(
  { memoryLimitBytes }: Pick<CommandRequest, 'memoryLimitBytes'>,
  open: (limitBytes: number) => OpenedMemoryGroup,
  run: (group: MemoryGroup | undefined) => Promise<CommandResult>,
): Promise<CommandResult> {
  if (memoryLimitBytes === undefined) return run(undefined);
  const opened = open(memoryLimitBytes);
  if (!opened.ok) {
    const message = `Its memory can't be limited. ${opened.reason}`;
    return nothingRan({ status: 'spawn-failed', code: 'memory-unlimited', message });
  }
  const { group } = opened;
  const before = group.kills();
  const result = await run(group);
  const kills = group.kills() - before;
  return kills > 0 ? { ...result, memory: { limitBytes: group.limitBytes, kills } } : result;
}
