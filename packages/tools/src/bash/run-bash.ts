import { errorText, presentItems } from '@sluice/base';
import { fail, type CallContext, type CaptureFile } from '@sluice/core';
import { afterEnvFiles } from './start/after-env-files.ts';
import { CALL_VARIABLE, type CallMark } from '@sluice/process';
import type { CommandAnalysis } from '@sluice/shell';
import type { BashInput } from './bash-input.ts';
import type { BashResult } from './bash-run.ts';
import type { BashContext } from './bash-context.ts';
import { envFileFor } from './settings/env-file-for.ts';
import { mayReopenOutput } from './start/may-reopen-output.ts';
import { missingCwd } from './start/missing-cwd.ts';
import { realDirectory } from './start/next-cwd.ts';
import { planCommand } from './start/plan-command.ts';
import { runInForeground } from './run/run-in-foreground.ts';
import { sandboxFacts } from './start/sandbox-facts.ts';
import { hideDenied } from './sandbox/hide-denied.ts';
import { sandboxRequest } from './sandbox/sandbox-request.ts';
import { startCommand, type CommandStart, type StartedCommand } from './start/start-command.ts';
import { startInBackground } from './run/start-in-background.ts';
import { workspaceOf } from './start/workspace-of.ts';

/** Runs one command, from the output file to the result. */
export async function runBash(
  input: BashInput,
  context: CallContext,
  bashContext: BashContext,
): Promise<BashResult> {
  const { processes, settings, analyzer, env, secrets } = bashContext;
  if (realDirectory(context.cwd) === undefined) return missingCwd(context);
  const plan = planCommand(input, context.cwd, analyzer, (directory) =>
    bashContext.namesLeftOut(directory, context),
  );
  if (plan === 'changed') return changedUnderneath();
  const capture = openCapture(context);
  if ('failure' in capture) return capture;
  const analysis = analyzer.analyze(input, context.cwd);
  const facts = sandboxFacts(input, context, bashContext);
  const { request: sandbox, isOpen } = await hideDenied(
    sandboxRequest({ ...facts, outputPath: capture.path }),
    {
      ...facts,
      mayRead: (path) => bashContext.mayRead(path, context, path),
      rules: context.permission.rules,
      deniedFiles: bashContext.deniedFiles,
    },
  );
  const given = envFileFor(settings.envFile, workspaceOf(context));
  const ofSession = (await bashContext.environmentFiles?.(context.signal)) ?? [];
  const envFiles = presentItems([given, ...ofSession]);
  const start = (request: Partial<CommandStart['request']>): StartedCommand =>
    startCommand(
      {
        text: plan.text,
        isPiped: mayReopenOutput(analysis),
        shell: settings.shell,
        envFiles,
        afterEnvFiles: afterEnvFiles(secrets, plan),
        request: {
          ...request,
          ...sandbox,
          keep: bashContext.keep,
          cwd: context.cwd,
          env: { ...env, ...plan.environment, [CALL_VARIABLE]: callMark(analysis) },
        },
      },
      capture,
      processes,
    );
  // Reading files above took time.
  if (analyzer.movedSince(input) !== undefined) {
    capture.remove();
    return changedUnderneath();
  }
  const isForeground = input.run_in_background !== true;
  // The result of a start in the background is the same either way.
  const notes = !isForeground
    ? []
    : [
        ...(isOpen ? bashContext.sayOnce(TOO_MUCH_TO_HIDE) : []),
        ...(plan.leftOut.length > 0 ? bashContext.sayOnce(leftOutNote(plan.leftOut)) : []),
      ];
  const run = { input, context, bashContext, analysis, start, notes };
  return isForeground ? runInForeground(run) : startInBackground(run);
}

/** What the analysis sees is asked about, unless the mode lets everything run. */
function callMark({ commands, inScripts, presumed }: CommandAnalysis): CallMark {
  const isSeen = [...commands, ...inScripts, ...presumed].some(({ grant }) => grant !== undefined);
  return isSeen ? 'decided' : 'undecided';
}

function leftOutNote(names: readonly string[]): string {
  return `Files and directories with these names were left out, because permission rules restrict reading them: ${names.join(', ')}.`;
}

const TOO_MUCH_TO_HIDE =
  'The sandbox does not hide files that rules with patterns deny reading: the working directories contain too many files to search.';

function openCapture(context: CallContext): CaptureFile | ReturnType<typeof fail> {
  try {
    return context.captureFile();
  } catch (error) {
    const reason = errorText(error);
    return fail('store-unusable', `The command was not run: its output can't be stored. ${reason}`);
  }
}

function changedUnderneath(): BashResult {
  return fail(
    'surroundings-changed',
    'The command was not run: the repository, the programs or the paths around it have changed since it was approved, so it might now do something else. Make the call again.',
  );
}
