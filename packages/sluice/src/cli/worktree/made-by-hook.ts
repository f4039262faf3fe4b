import { homedir } from 'node:os';
import { createProcessSession } from '@sluice/process';
import { createByHook, type OpenedWorktree } from '@sluice/session/worktree';
import { commandEnvironment, type LoadedSettings } from '@sluice/settings';

interface MadeByHookOptions {
  /** Absolute and real. */
  readonly cwd: string;
  readonly name: string;
  readonly loaded: LoadedSettings;
  /** Called with a sentence for the user. Must not throw. */
  readonly tell: (text: string) => void;
}

/**
 * Has the WorktreeCreate hooks of the settings make the worktree that a session is to start in. They run before there is a session, so
 * they have no transcript. Undefined: there are none.
 */
export async function madeByHook({
  cwd,
  name,
  loaded,
  tell,
}: MadeByHookOptions): Promise<OpenedWorktree | undefined> {
  if (!loaded.traced('hooks').some(({ text }) => text.includes('"WorktreeCreate"'))) return undefined;
  const { commandHooks } = await import('@sluice/hooks');
  const processes = createProcessSession();
  try {
    const { dispatcher } = commandHooks(loaded, {
      processes,
      env: commandEnvironment(loaded, { ...process.env, HOME: process.env['HOME'] ?? homedir() }).env,
      sessionId: () => '',
      transcriptPath: () => '',
      permissionMode: () => 'default',
      knownTools: [],
      ruleMatcher: () => () => false,
      keepText: () => Promise.resolve(undefined),
      tell,
    });
    return dispatcher.has('WorktreeCreate') ? await createByHook(dispatcher, name, { cwd }) : undefined;
  } finally {
    await processes.dispose();
  }
}
