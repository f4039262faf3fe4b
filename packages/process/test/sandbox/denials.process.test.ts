import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandboxWorld, users } from './world.ts';
import { neededSandbox } from './needed-sandbox.ts';

const support = await neededSandbox();
const reason = support.isAvailable ? '' : ` (skipped: ${support.reason})`;

describe.skipIf(!support.isAvailable).each(users)(`what the sandbox of %s refuses${reason}`, (user) => {
  const world = createSandboxWorld(user);
  afterAll(() => world.dispose());
  const { outside, workspace } = world;
  const file = join(outside, 'file');
  const config = { type: 'write', path: join(workspace, '.git/config'), isProtected: true };
  const old = "touch: cannot touch '/etc/x': Permission denied\n";
  writeFileSync(join(workspace, 'old.log'), `${old}${old.replaceAll('Permission denied', 'no space left')}`);

  it('is told by path, of the shell’s own redirections and whatever the last word of the command is', () => {
    const cases: readonly (readonly [command: string, denials: readonly unknown[]])[] = [
      [`echo x >"${file}"`, [{ type: 'write', path: file }]],
      [`eval 'echo x >"${file}"'`, [{ type: 'write', path: file }]],
      ['echo x >>.git/config', [config]],
      ['echo x >>.git/config || true', [config]],
      [`touch "${outside}/new" 2>&1 | tail -1`, [{ type: 'write', path: join(outside, 'new') }]],
      ['cat old.log', []],
      ['touch new', []],
    ];
    const results = world.run(cases.map(([command]) => command));
    expect(results.map(({ sandbox, denials }) => ({ sandbox, denials }))).toEqual(
      cases.map(([, denials]) => ({ sandbox: 'enforced', denials })),
    );
  });

  it('is nothing where a command that only reads has shown what is in a file', () => {
    writeFileSync(join(workspace, 'old.log'), `touch: cannot touch '${file}': Read-only file system\n`);
    const sandbox = { ...world.profile, kind: 'read-only' } as const;
    expect(world.run(['cat old.log'], { sandbox })[0]?.denials).toEqual([]);
  });
});
