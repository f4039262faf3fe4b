import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { stateDirectory } from '@sluice/agent';
import { systemClock } from '@sluice/core';
import { JobFile, Schedules } from '@sluice/tools';
import type { Session } from '../directory/open-session.ts';
import { SCHEDULES } from '../directory/sealed-paths.ts';
import type { SessionPartsOptions } from '../options/session-parts-options.ts';
import type { LocalPermission } from '../permission/open-permission.ts';

interface OpenSchedulesContext {
  /** Absolute and real. */
  readonly cwd: string;
  readonly session: Pick<Session, 'directory' | 'journal'>;
  readonly permission: Pick<LocalPermission, 'loaded'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tell: (text: string) => void;
}

/** Below the project. */
const PROJECT_FILE = '.sluice/scheduled_tasks.json';

/** The schedules of a session with an agent. Undefined: it has none. */
export function openSchedules(
  { agents, isOnlyPlanned }: Pick<SessionPartsOptions, 'agents' | 'isOnlyPlanned'>,
  { cwd, session, permission, env, tell }: OpenSchedulesContext,
): Schedules | undefined {
  const isOff = /^(1|true|yes|on)$/i.test(env['CLAUDE_CODE_DISABLE_CRON']?.trim() ?? '');
  if (agents === undefined || isOnlyPlanned === true || isOff) return undefined;
  const path = join(cwd, PROJECT_FILE);
  const name = createHash('sha256').update(path).digest('hex').slice(0, 32);
  return new Schedules({
    clock: systemClock,
    own: session.journal === undefined ? undefined : new JobFile(join(session.directory, SCHEDULES), false),
    // Safe mode leaves out what the project added.
    project: permission.loaded.isSafe
      ? undefined
      : {
          file: new JobFile(path, true),
          lockPath: join(stateDirectory(env), 'schedules', name),
          // Its prompts may come from the repository's author.
          refusal: () =>
            permission.loaded.isTrusted()
              ? undefined
              : `The schedules in ${path} don't run, because the project is not trusted. To trust it: sluice rules trust`,
        },
    tell,
  });
}
