import { basename, join } from 'node:path';
import {
  createPermissionContext,
  queryFor,
  type AnyTool,
  type Hook,
  type RuntimeOptions,
} from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import { problemText } from '@sluice/settings';
import type { RuleQuestion } from '@sluice/settings/hooks';
import { loadCommandLanguage } from './lazy-command-language.ts';
import type { LocalPermission } from './open-permission.ts';
import type { Session } from './open-session.ts';

export interface HooksWish {
  readonly permission: LocalPermission;
  readonly tools: RuntimeOptions['tools'];
  readonly processes: ProcessSession;
  readonly session: Pick<Session, 'directory' | 'store'>;
  readonly sessionId: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface OpenedHooks {
  readonly hooks: readonly Hook[];
  /** What is wrong with them, a line each. */
  readonly notices: readonly string[];
  /** Puts the hooks of permission requests beside whoever is asked. */
  withHooks(permission: PermissionOptions, surroundings: RequestSurroundings): PermissionOptions;
}

type PermissionOptions = RuntimeOptions['permission'];

interface RequestSurroundings {
  /** The session's current directory, absolute. */
  readonly cwd: () => string;
  readonly tell: (text: string) => void;
}

const NONE: OpenedHooks = { hooks: [], notices: [], withHooks: (permission) => permission };

/** The hooks that the settings name. Where they name none, nothing is loaded. */
export async function openHooks(wish: HooksWish): Promise<OpenedHooks> {
  const { permission, processes, session, sessionId, env } = wish;
  const { loaded, state } = permission;
  const values = loaded.traced('hooks');
  if (values.length === 0) return NONE;
  const { commandHooks } = await import('@sluice/settings/hooks');
  // A rule that is read before its language is there is never read again.
  if (values.some(({ text }) => text.includes('"if"'))) await loadCommandLanguage();
  const tools = 'tools' in wish.tools ? wish.tools.tools : wish.tools;
  const { hooks, problems, asker } = commandHooks(loaded, {
    processes,
    env,
    sessionId: () => sessionId ?? basename(session.directory),
    transcriptPath: () => join(session.directory, 'journal.jsonl'),
    permissionMode: () => state.current().mode,
    knownTools: tools.map(({ name }) => name),
    ruleMatcher: (rule) => ruleMatcher(rule, permission, tools),
    async keepText(text) {
      const written = await session.store.put(text);
      return written.ok ? written.file.path : undefined;
    },
  });
  return {
    hooks,
    notices: problems.map(problemText),
    withHooks(given, { cwd, tell }) {
      // Where what would ask is denied, nobody answers.
      if (loaded.deniesInsteadOfPrompting) return given;
      const found = asker({ person: given.asker, cwd, tell });
      return found === undefined ? given : { ...given, asker: found };
    },
  };
}

/**
 * Whether a rule is about a call, as a deny rule would be: by any part of a command. What can't be looked into may be,
 * for a hook is better run once too often.
 */
function ruleMatcher(
  rule: string,
  { policy, loaded: { cwd: root, home } }: LocalPermission,
  tools: readonly AnyTool[],
): (call: RuleQuestion) => boolean {
  const rules = [{ behavior: 'deny', text: rule, source: 'session', root } as const];
  const context = createPermissionContext(
    { mode: 'bypassPermissions', workingDirectories: [root], root, home, rules },
    0,
  );
  return ({ toolName, input, cwd }) => {
    const tool = tools.find(({ name }) => name === toolName);
    if (tool === undefined) return true;
    try {
      const { parts } = policy.decide(queryFor(tool, input, input, cwd), context);
      return parts === undefined || parts.some(({ cause: { kind } }) => MEANT.has(kind));
    } catch {
      return true;
    }
  };
}

const MEANT: ReadonlySet<string> = new Set(['rule', 'may-concern', 'opaque', 'failed']);
