import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandRequest, CommandResult, SandboxProfile } from '../../src/index.ts';
import { bundled } from '../../../../test/support/bundled.ts';

/** No one: an ordinary user who owns nothing else. */
const ORDINARY = 65_534;

export const users =
  process.geteuid?.() === 0 ? (['root', 'an ordinary user'] as const) : (['this user'] as const);
export type User = (typeof users)[number];

type MoreOfRequest = Omit<Partial<CommandRequest>, 'sandbox'> & {
  readonly sandbox?: SandboxProfile | undefined;
};

export interface SandboxWorld {
  readonly root: string;
  /** A workspace with a repository and something to hide, and beside it a directory `outside` that its user may write. */
  readonly workspace: string;
  readonly outside: string;
  readonly profile: SandboxProfile;
  /** Runs commands in the workspace, one after the other, each in a sandbox unless `more` says otherwise. */
  run(
    commands: readonly string[],
    more?: MoreOfRequest,
  ): readonly (CommandResult & { readonly output: string })[];
  dispose(): void;
}

const script = await bundled(fileURLToPath(new URL('../fixtures/run-requests.ts', import.meta.url)));

export function createSandboxWorld(user: User): SandboxWorld {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice sandbox ')));
  const at = (path: string): string => join(root, path);
  for (const path of ['work space/.git/hooks', 'work space/private', 'outside', 'outputs']) {
    mkdirSync(at(path), { recursive: true });
  }
  writeFileSync(at('work space/.git/config'), '[core]\n');
  writeFileSync(at('work space/.env'), 'secret\n');
  writeFileSync(at('work space/private/key'), 'secret\n');
  writeFileSync(at('outside/file'), 'as it was\n');
  if (user === 'an ordinary user') execFileSync('chown', ['-R', String(ORDINARY), root]);
  const workspace = at('work space');
  const profile: SandboxProfile = {
    kind: 'workspace-write',
    writable: [workspace],
    protected: ['.git/hooks', '.git/config', '.claude/settings.json', '.mcp.json'].map((path) =>
      join(workspace, path),
    ),
    hidden: [join(workspace, '.env'), join(workspace, 'private')],
    network: 'none',
  };
  return {
    root,
    workspace,
    outside: at('outside'),
    profile,
    run(commands, more = {}) {
      const requests = commands.map((command, index) => ({
        command,
        cwd: workspace,
        outputPath: at(`outputs/${index}`),
        sandbox: profile,
        ...more,
      }));
      writeFileSync(at('requests'), JSON.stringify(requests));
      const program = [process.execPath, script, at('requests')];
      const words =
        user === 'an ordinary user'
          ? ['setpriv', `--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups', ...program]
          : program;
      const printed = execFileSync(words[0] ?? '', words.slice(1), {
        encoding: 'utf8',
        env: { ...process.env, HOME: root },
      });
      return JSON.parse(printed);
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}
