import type { HookContext } from './hook-context.ts';
import type { CommandHandler } from '../read/hook-handler.ts';
import { hookName, notice } from '../read/hook-speaker.ts';
import { interpretRun, type HookMeaning } from '../answer/interpret-run.ts';
import type { ProgramRun } from '../run/run-program.ts';
import { afterRelease } from '../run/wait-for-release.ts';

/**
 * Delivers the output of a program that continued in the background. It no longer decides anything: its context goes to the model with the
 * next message and, if the handler sets `asyncRewake`, so does what it wrote before it exited with code 2.
 */
export async function deliverLateOutput(
  handler: CommandHandler,
  run: ProgramRun,
  { clip, tell, deliver }: Pick<HookContext, 'clip' | 'tell' | 'deliver'>,
): Promise<HookMeaning> {
  const stdout = afterRelease(run.stdout) ?? run.stdout;
  const { end } = run;
  const meaning = interpretRun({ ...run, stdout }, handler.event);
  if (handler.wakes && end.status === 'exited' && end.code === 2) {
    const said = [run.stderr, stdout].map((text) => text.trim()).find((text) => text !== '');
    const text = `The background hook "${hookName(handler)}" says: ${await clip(said ?? 'it exited with code 2 and gave no reason')}`;
    deliver?.(text, { wakes: true });
    return meaning;
  }
  switch (meaning.kind) {
    case 'cancelled':
      break;
    case 'timed-out':
      tell?.(notice(handler, `it did not end within ${meaning.afterMs / 1000} s and was ended`));
      break;
    case 'failed':
      tell?.(notice(handler, meaning.problem));
      break;
    case 'answered':
    case 'blocked': {
      const { answer, notices } = meaning;
      for (const text of notices) tell?.(notice(handler, text));
      if (answer?.systemMessage !== undefined) tell?.(notice(handler, await clip(answer.systemMessage)));
      if (answer?.additionalContext !== undefined) deliver?.(await clip(answer.additionalContext));
      break;
    }
    default:
      meaning satisfies never;
  }
  return meaning;
}
