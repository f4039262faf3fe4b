import type { SandboxDenial, SandboxUse } from '@sluice/process';
import { describeEnd } from './model-view.ts';
import type { BashData } from '../bash-data.ts';

/**
 * The fields of `BashOutput` that Bash gives. Absent, because nothing here could know them: `backgroundedByUser` (nobody moves a
 * command by hand), `gitOperation` and `ghRateLimitHint` (they would be guessed from what other programs print, which whoever has the
 * command and its output can do as well), `structuredContent` (commands give text), and what is about other agents.
 */
export interface BashClientView {
  /** Both outputs, in the order in which they were written; of a stored one the first 30,000 bytes, of a binary one nothing. */
  readonly stdout: string;
  /** Always empty: the outputs are not kept apart. */
  readonly stderr: '';
  /** Stopped by its time-out or by cancellation. */
  readonly interrupted: boolean;
  readonly noOutputExpected: boolean;
  readonly returnCodeInterpretation?: string;
  /** `stdout` is an image, as a data URL. */
  readonly isImage?: true;
  /** The output as it was written, byte for byte, where `stdout` is not all of it. */
  readonly rawOutputPath?: string;
  readonly persistedOutputPath?: string;
  /** Bytes. */
  readonly persistedOutputSize?: number;
  /** It goes on as this task; `stdout` is the end of what it had written when it was moved. */
  readonly backgroundTaskId?: string;
  /** What goes on may go to another directory; the session's stays. */
  readonly backgroundCwdHint?: string;
  /** Files that were read earlier and have changed since. */
  readonly staleReadFileStateHint?: string;
  /** Whether a sandbox has held: `unavailable`: it ran without one although the settings want one. */
  readonly sandbox?: SandboxUse;
  /** What the sandbox has refused; absent where it has refused nothing. */
  readonly sandboxDenials?: readonly SandboxDenial[];
  /** Milliseconds after which it was moved to the background. */
  readonly timedOutAfterMs?: number;
}

/** As a media type, and long before any base64: the time is that of the first characters. */
const IMAGE_URL = /^data:image\/(?:png|jpeg|gif|webp);base64,/;

export function clientView(
  { end, output, noOutputExpected, sandbox, denials = [] }: BashData,
  _input?: unknown,
  { staleHint }: { readonly staleHint?: string } = {},
): BashClientView {
  const isAnswer = end.status === 'exited' && end.meaning !== undefined;
  const interpretation = isAnswer ? describeEnd(end) : undefined;
  return {
    stdout: output.kind === 'inline' ? output.text : output.kind === 'stored' ? output.head : '',
    stderr: '',
    interrupted: end.status === 'timed-out' || end.status === 'cancelled',
    noOutputExpected,
    sandbox,
    ...(denials.length > 0 && { sandboxDenials: denials }),
    ...(interpretation === undefined ? {} : { returnCodeInterpretation: interpretation }),
    ...(output.kind === 'inline'
      ? {}
      : {
          rawOutputPath: output.path,
          persistedOutputPath: output.path,
          persistedOutputSize: output.bytes,
        }),
    ...(output.kind === 'inline' && IMAGE_URL.test(output.text) && { isImage: true }),
    ...(staleHint !== undefined && { staleReadFileStateHint: staleHint }),
    ...(end.status === 'background' && {
      backgroundTaskId: end.taskId,
      persistedOutputPath: end.outputPath,
      rawOutputPath: end.outputPath,
      timedOutAfterMs: end.movedAfterMs,
      backgroundCwdHint: end.cwdHint,
    }),
  };
}
