import { rmSync, statSync } from 'node:fs';
import { realDirectory } from '@sluice/base';
import { createNodeFiles } from '@sluice/host';
import type { BackgroundTask } from '@sluice/tools';
import { holdRecords } from '../../directory/hold-records.ts';
import { temporaryKeptDays } from '../../directory/temporary-kept-days.ts';
import { openSession, rehearsedSession, type Session } from '../../directory/open-session.ts';
import { undoLimits } from '../../directory/undo-limits.ts';
import { nodeProblem } from '../../node-problem.ts';
import type { SessionPartsOptions } from '../../options/session-parts-options.ts';
import { lazyGitLister } from '../../permission/lazy-git-lister.ts';
import { openPermission, type LocalPermission } from '../../permission/open-permission.ts';
import { pluginPlaces } from '../../plugins/plugin-places.ts';
import type { SessionParts } from '../session-parts.ts';
import type { Opening, Step } from './step.ts';

const DEFAULT_REMEDY = 'Allow it with a rule (settings.allow), another permissionMode, or an asker.';

export type OpenedStore = Pick<SessionParts, 'cwd' | 'telemetry' | 'permission' | 'files' | 'session'>;

/** The first step: settings and permission, and the session's directory with its journal and results. */
export async function openStore({
  options,
  stack,
  end,
  catalog,
  onRules,
}: Opening): Promise<Step<OpenedStore>> {
  const place = checkPlace(options.cwd);
  if (!place.ok) return place;
  const { cwd } = place;

  const telemetry = await openTelemetry(options, cwd);
  stack.defer(() => telemetry?.end());

  const settled = await openRules(options, cwd, () => catalog.tools().map(({ name }) => name));
  if (!settled.ok) return settled;
  const { permission, files } = settled;
  // The program may exit right after the user's "always"; it must be in the file by then.
  stack.defer(() => permission.saved());
  await onRules({ permission, telemetry });

  const kept = await openDirectory(options, cwd, permission);
  if (!kept.ok) return kept;
  const { session } = kept;
  stack.defer(() => {
    if (session.journal === undefined) removeEmptyOutputs(end.allTasks);
    end.keptResults = session.close();
  });
  const unheld = options.isRehearsal === true ? undefined : holdRecords(cwd, session);
  if (unheld !== undefined) return { ok: false, error: { code: 'unwritable', message: unheld } };
  return { ok: true, cwd, telemetry, permission, files, session };
}

function checkPlace(directory: string): Step<{ readonly cwd: string }> {
  const tooOld = nodeProblem();
  if (tooOld !== undefined) return { ok: false, error: { code: 'node-too-old', message: tooOld } };
  const cwd = realDirectory(directory);
  if (cwd !== undefined) return { ok: true, cwd };
  return { ok: false, error: { code: 'cwd-missing', message: `${directory} is not a directory.` } };
}

/** Before anything else, so that it ends after everything else. */
async function openTelemetry(
  { telemetry, sessionId, isOnlyPlanned = false }: SessionPartsOptions,
  cwd: string,
): Promise<SessionParts['telemetry']> {
  return isOnlyPlanned ? undefined : telemetry?.({ sessionId, cwd });
}

async function openRules(
  {
    permissionMode: mode,
    settings = { sources: [] },
    remedy = DEFAULT_REMEDY,
    plugins = [],
  }: SessionPartsOptions,
  cwd: string,
  knownTools: () => readonly string[],
): Promise<Step<{ readonly permission: LocalPermission; readonly files: SessionParts['files'] }>> {
  let loaded: LocalPermission['loaded'] | undefined;
  const files = createNodeFiles({ gitNames: lazyGitLister(cwd, () => loaded) });
  const opened = await openPermission({
    cwd,
    env: process.env,
    mode,
    settings,
    remedy,
    files,
    knownTools,
    guarded: plugins.flatMap(({ directories }) => pluginPlaces(directories, cwd)),
  });
  if (!opened.ok) return { ok: false, error: { code: 'bad-settings', message: opened.problems.join('\n') } };
  ({ loaded } = opened.permission);
  return { ok: true, permission: opened.permission, files };
}

async function openDirectory(
  { sessionDirectory, resume, durability, isRehearsal }: SessionPartsOptions,
  cwd: string,
  { loaded }: LocalPermission,
): Promise<Step<{ readonly session: Session }>> {
  if (isRehearsal === true) return { ok: true, session: rehearsedSession() };
  return openSession({
    sessionDirectory,
    resume,
    durability,
    cwd,
    preImageLimits: () => undoLimits(loaded),
    keptDays: () => temporaryKeptDays(loaded),
  });
}

/** Removes empty output files of finished tasks, so that a temporary directory is not kept for them. */
function removeEmptyOutputs(tasks: readonly BackgroundTask[]): void {
  for (const { outputPath } of tasks) {
    try {
      if (statSync(outputPath).size === 0) rmSync(outputPath);
    } catch {
      // Already gone.
    }
  }
}
