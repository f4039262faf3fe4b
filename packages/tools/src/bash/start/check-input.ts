import type { CheckContext, InputCheck } from '@sluice/core';
import { isBackgroundDisabled } from '../../tasks/is-background-disabled.ts';
import type { BashInput } from '../bash-input.ts';
import type { BashContext } from '../bash-context.ts';
import { tooManyTasks } from './too-many-tasks.ts';
import { wouldEndItself } from '../self-protection/would-end-itself.ts';

/** What a command must not request, no matter who allows it. */
export async function checkInput(
  input: BashInput,
  { cwd }: CheckContext,
  { analyzer, tasks, env }: Pick<BashContext, 'analyzer' | 'tasks' | 'env'>,
): Promise<InputCheck> {
  analyzer.refresh(input);
  if (input.run_in_background === true) {
    if (tasks === undefined) {
      const reason = isBackgroundDisabled(env)
        ? 'it is disabled (CLAUDE_CODE_DISABLE_BACKGROUND_TASKS)'
        : 'background tasks are not available here';
      const message = `run_in_background can't be used: ${reason}. Run the command in the foreground with a \`timeout\` that is long enough, or, to try out a server, start it with & and use it within the same command.`;
      return { ok: false, code: 'background-unavailable', message };
    }
    if (!tasks.hasRoom) {
      return { ok: false, code: 'too-many-tasks', message: tooManyTasks(tasks) };
    }
  }
  const reason = await wouldEndItself(analyzer.analyze(input, cwd));
  return reason === undefined ? { ok: true } : { ok: false, code: 'self-protection', message: reason };
}
