import { present } from '@sluice/base';
import type { SandboxDenial, SandboxUse } from '@sluice/process';
import { describeEnd } from './model-view.ts';
import type { BashData } from '../bash-data.ts';

/**
 * The fields of `BashOutput` that Bash provides. Absent, because they can't be known here: `gitOperation` and `ghRateLimitHint` (guesses from the output of other programs, which the reader of command and output can
 * make as well), `structuredContent` (commands return text), and fields about other agents.
 */
export interface BashClientView {
  /** Both outputs in the order written; the first 30,000 bytes of a stored one, nothing of a binary one. */
  readonly stdout: string;
  /** Always empty: the outputs are not separated. */
  readonly stderr: '';
  /** Stopped by its timeout or by cancellation. */
  readonly interrupted: boolean;
  readonly noOutputExpected: boolean;
  readonly returnCodeInterpretation?: string;
  /** `stdout` is an image, as a data URL. */
  readonly isImage?: true;
  /** The output byte for byte, if `stdout` isn't all of it. */
  readonly rawOutputPath?: string;
  readonly persistedOutputPath?: string;
  /** Bytes. */
  readonly persistedOutputSize?: number;
  /** The id of the task as which it continues; `stdout` is the end of its output at the time. */
  readonly backgroundTaskId?: string;
  /** The user moved it to the background. */
  readonly backgroundedByUser?: true;
  /** The command may change directory, but the session doesn't. */
  readonly backgroundCwdHint?: string;
  /** Files that were read earlier and have changed since. */
  readonly staleReadFileStateHint?: string;
  /** Whether a sandbox was enforced. `unavailable`: it ran without one although the settings require one. */
  readonly sandbox?: SandboxUse;
  /** What the sandbox denied; absent if nothing. */
  readonly sandboxDenials?: readonly SandboxDenial[];
  /** Milliseconds after which it was moved to the background. */
  readonly timedOutAfterMs?: number;
}

/** Only the first characters are checked, however long the base64 text is. */
const IMAGE_URL = /^data:image\/(?:png|jpeg|gif|webp);base64,/;

export function clientView(
  { end, output, noOutputExpected, sandbox, denials = [] }: BashData,
  _input?: unknown,
  { staleHint }: { readonly staleHint?: string } = {},
): BashClientView {
  const isAnswer = end.status === 'exited' && end.meaning !== undefined;
  const interpretation = isAnswer ? describeEnd(end) : undefined;
  const stored = output.kind === 'inline' ? undefined : output;
  const task = end.status === 'background' ? end : undefined;
  return {
    stdout: output.kind === 'inline' ? output.text : output.kind === 'stored' ? output.head : '',
    stderr: '',
    interrupted: end.status === 'timed-out' || end.status === 'cancelled',
    noOutputExpected,
    sandbox,
    ...present({
      sandboxDenials: denials.length > 0 ? denials : undefined,
      returnCodeInterpretation: interpretation,
    }),
    ...present({
      rawOutputPath: stored?.path,
      persistedOutputPath: stored?.path,
      persistedOutputSize: stored?.bytes,
      isImage: output.kind === 'inline' && IMAGE_URL.test(output.text) ? true : undefined,
      staleReadFileStateHint: staleHint,
    }),
    ...present({
      backgroundTaskId: task?.taskId,
      persistedOutputPath: task?.outputPath,
      rawOutputPath: task?.outputPath,
      backgroundedByUser: task?.isMovedByUser,
      timedOutAfterMs: task?.isMovedByUser === true ? undefined : task?.movedAfterMs,
      backgroundCwdHint: task?.cwdHint,
    }),
  };
}
