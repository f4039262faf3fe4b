import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { present } from '@sluice/base';
import {
  combine,
  createPermissionContext,
  createPolicy,
  loadTools,
  queryFor,
  withoutAsking,
  type PermissionMode,
} from '@sluice/core';
import { createNodeFiles } from '@sluice/host';
import { createProcessSession } from '@sluice/process';
import { commandLanguage } from '@sluice/shell';
import { createBashTool, type SandboxPolicy } from '@sluice/tools';

/** A home directory on disk with a workspace `w` in it, and what becomes of commands there. */
export interface RealPlace {
  readonly home: string;
  readonly cwd: string;
  /** `A`, `?` or `D`. */
  verdict(command: string, rules: RealRules): string;
}

export interface RealRules {
  readonly deny?: readonly string[];
  readonly allow?: readonly string[];
  /** Default: bypassPermissions. */
  readonly mode?: PermissionMode;
}

/**
 * @param contents texts of files, by their paths from the home directory
 * @param sandbox where commands run. Default: in none
 */
export async function realPlace(
  contents: Readonly<Record<string, string>>,
  sandbox?: SandboxPolicy,
): Promise<RealPlace> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'judged-')));
  const cwd = join(home, 'w');
  mkdirSync(cwd);
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text, { mode: 0o755 });
  }
  const files = createNodeFiles();
  const env = { PATH: process.env['PATH'], HOME: home };
  const tool = createBashTool({
    processes: createProcessSession(),
    env,
    workspace: cwd,
    namesLeftOut: () => [],
    ...present({ sandbox: sandbox === undefined ? undefined : () => sandbox }),
  });
  await loadTools([tool]);
  const policy = createPolicy({ files, languages: new Map([['Bash', commandLanguage]]), remedy: '' });
  return {
    home,
    cwd,
    verdict(command, { deny = [], allow = [], mode = 'bypassPermissions' }) {
      const context = createPermissionContext(
        {
          mode,
          rules: [
            ...deny.map((text) => ({ behavior: 'deny', text, source: 'project', root: cwd }) as const),
            ...allow.map((text) => ({ behavior: 'allow', text, source: 'project', root: cwd }) as const),
          ],
          workingDirectories: [cwd],
          root: cwd,
          home,
        },
        1,
      );
      const decision = policy.decide(queryFor(tool, { command }, { command }, cwd), context);
      const { behavior } = withoutAsking(combine(decision, undefined, undefined), mode);
      return behavior === 'allow' ? 'A' : behavior === 'ask' ? '?' : 'D';
    },
  };
}
