import type { SandboxDenial, SandboxUse } from '@sluice/process';
import { describeEnd } from './model-view.ts';
import type { BashData } from './bash-data.ts';

/** The fields of `BashOutput` that Bash gives. */
export interface BashClientView {
  /** Both outputs, in the order in which they were written; of a stored one the first 30,000 bytes, of a binary one nothing. */
  readonly stdout: string;
  /** Always empty: the outputs are not kept apart. */
  readonly stderr: '';
  /** Stopped by its time-out or by cancellation. */
  readonly interrupted: boolean;
  readonly noOutputExpected: boolean;
  readonly returnCodeInterpretation?: string;
  readonly persistedOutputPath?: string;
  /** Bytes. */
  readonly persistedOutputSize?: number;
  /** It goes on as this task; `stdout` is the end of what it had written when it was moved. */
  readonly backgroundTaskId?: string;
  /** Whether a sandbox has held: `unavailable`: it ran without one although the settings want one. */
  readonly sandbox?: SandboxUse;
  /** What the sandbox has refused; absent where it has refused nothing. */
  readonly sandboxDenials?: readonly SandboxDenial[];
  /** Milliseconds after which it was moved to the background. */
  readonly timedOutAfterMs?: number;
}

export function clientView({
  end,
  output,
  noOutputExpected,
  sandbox,
  denials = [],
}: BashData): BashClientView {
  const isAnswer = end.status === 'exited' && end.meaning !== undefined;
  const interpretation = isAnswer ? describeEnd(end) : undefined;
  return {
    stdout: output.kind === 'inline' ? output.text : output.kind === 'stored' ? output.head : '',
    stderr: '',
    interrupted: end.status === 'timed-out' || end.status === 'cancelled',
    noOutputExpected,
    ...(sandbox !== undefined && { sandbox }),
    ...(denials.length > 0 && { sandboxDenials: denials }),
    ...(interpretation === undefined ? {} : { returnCodeInterpretation: interpretation }),
    ...(output.kind === 'inline'
      ? {}
      : { persistedOutputPath: output.path, persistedOutputSize: output.bytes }),
    ...(end.status === 'background' && {
      backgroundTaskId: end.taskId,
      persistedOutputPath: end.outputPath,
      ...(end.movedAfterMs !== undefined && { timedOutAfterMs: end.movedAfterMs }),
    }),
  };
}
