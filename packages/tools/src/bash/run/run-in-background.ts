import { setImmediate } from 'node:timers/promises';
import { present } from '@sluice/base';
import { fail, type CallContext, type ToolResult } from '@sluice/core';
import type { CommandAnalysis } from '@sluice/shell';
import type { SandboxPolicy } from '../sandbox/sandbox-policy.ts';
import type { TaskRegistry } from '../../tasks/task-registry.ts';
import type { BackgroundEnd, BashData } from '../bash-data.ts';
import type { BashInput } from '../bash-input.ts';
import type { BashLimits } from '../settings/bash-limits.ts';
import { endedWork } from '../result/ended-work.ts';
import type { StartedCommand } from '../start/start-command.ts';
import { notStartedText } from '../result/not-started-text.ts';
import { outputSoFar, type TakenOutput } from '../result/take-output.ts';

/** Timeout in milliseconds of a command started in the background. */
export function backgroundLimit({ timeout }: BashInput, limits: BashLimits): number {
  return Math.min(timeout ?? limits.defaultBackgroundMs, limits.maxBackgroundMs);
}

/** Continues a command as a task: the result of its call. */
export function goOn(
  { command, description }: BashInput,
  started: StartedCommand,
  tasks: TaskRegistry,
  { changesDirectory }: CommandAnalysis,
  context: CallContext,
  {
    kind = 'shell',
    ...limit
  }: Pick<BackgroundEnd, 'limitMs' | 'movedAfterMs' | 'isMovedByUser'> & {
    readonly kind?: 'shell' | 'monitor' | undefined;
  },
): ToolResult<BashData> {
  const { path: outputPath } = started.capture;
  // What a start finds depends on timing; the result of a call does not.
  const soFar = limit.movedAfterMs === undefined ? NOTHING_YET : outputSoFar(started.capture);
  const { id } = tasks.adopt({
    type: kind,
    command,
    description,
    outputPath,
    callId: context.callId,
    agentId: context.agent?.id,
    hasMoved: limit.movedAfterMs !== undefined,
    ended: endedWork(started),
    end: started.end,
  });
  const cwdHint = `The working directory of later commands stays ${context.cwd}, whatever this one does.`;
  return {
    data: {
      end: {
        status: 'background',
        taskId: id,
        outputPath,
        ...limit,
        ...present({ cwdHint: changesDirectory ? cwdHint : undefined }),
      },
      output: soFar.output,
      noOutputExpected: false,
      stopped: [],
      remaining: [],
      notes: changesDirectory ? [...soFar.notes, cwdHint] : soFar.notes,
    },
  };
}

const NOTHING_YET: TakenOutput = { output: { kind: 'inline', text: '' }, notes: [] };

/** Why a command could not be started, if that is known at once; otherwise its task reports it. */
export async function failedStart(
  started: StartedCommand,
  policy: SandboxPolicy | undefined,
): Promise<ToolResult<BashData> | undefined> {
  // Waited for in any case, so that tasks start in the order of their calls.
  await setImmediate();
  const first = await Promise.race([started.result, Promise.resolve()]);
  if (first?.end.status !== 'spawn-failed') return undefined;
  started.capture.remove();
  return fail(first.end.code, notStartedText(first.end, policy));
}
