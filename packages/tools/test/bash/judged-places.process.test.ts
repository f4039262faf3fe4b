import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createProcessSession } from '@sluice/process';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createBashTool } from '../../src/bash/create-bash-tool.ts';
import { createFakeWorld } from './fake-context.ts';

const processes = createProcessSession();
await createBashTool({ processes }).load?.();
afterAll(() => processes.dispose());

/** A workspace with a `build`, and a directory outside with a file that must stay. */
function judgedWorld(awaited?: (cwd: string) => void) {
  const world = createFakeWorld();
  onTestFinished(() => world.dispose());
  const cwd = world.workspace;
  const outside = join(cwd, '..', 'outside');
  for (const place of [outside, join(cwd, 'build'), join(cwd, 'a'), join(cwd, 'a', 'build')])
    mkdirSync(place);
  for (const place of [outside, join(cwd, 'build'), join(cwd, 'a', 'build')])
    writeFileSync(join(place, 'f'), 'one\n');
  writeFileSync(join(cwd, 's.sh'), 'echo safe\n');
  writeFileSync(join(cwd, 'g'), 'one\n');
  const tool = createBashTool({
    processes,
    environmentFiles: () => {
      awaited?.(cwd);
      return Promise.resolve([]);
    },
  });
  return { world, cwd, kept: join(outside, 'f'), outside, tool };
}

type World = ReturnType<typeof judgedWorld>;

/** What another program may do between the decision and the start. */
const swap =
  (path: string) =>
  (cwd: string): void => {
    renameSync(join(cwd, path), join(cwd, `${path}.old`));
    symlinkSync(join(cwd, '..', 'outside'), join(cwd, path));
  };
const hardLink = (cwd: string): void => {
  rmSync(join(cwd, 'g'));
  linkSync(join(cwd, '..', 'outside', 'f'), join(cwd, 'g'));
};

const CHANGES: readonly (readonly [string, string, (cwd: string) => void])[] = [
  ['rm -rf build/*', 'build becomes a link', swap('build')],
  ['rm -rf build/', 'build becomes a link', swap('build')],
  ['rm -f build/f', 'build becomes a link', swap('build')],
  ['rm -rf a/build/*', 'a directory above becomes a link', swap('a')],
  ['cd build && rm -f f', 'the directory that it enters becomes a link', swap('build')],
  ['echo two > build/f', 'where it writes becomes a link', swap('build')],
  ['cp s.sh build/f', 'where it copies to becomes a link', swap('build')],
  ["sed -i 's/one/two/' build/f", 'what it edits is behind a link', swap('build')],
  ['touch build/new && cat build/f', 'what it reads is behind a link', swap('build')],
  [
    'echo two > new',
    'a link that leads nowhere comes to be',
    (cwd) => symlinkSync('nowhere', join(cwd, 'new')),
  ],
  ['echo two > g', 'a file becomes another name of one elsewhere', hardLink],
  [
    'bash s.sh',
    'its script names other files',
    (cwd) => writeFileSync(join(cwd, 's.sh'), 'rm -rf ../outside\n'),
  ],
  [
    'x=$(cat g); rm -f "$x"',
    'a file of its values says something else',
    (cwd) => writeFileSync(join(cwd, 'g'), '../outside/f'),
  ],
  [
    'bash s.sh build',
    'its script uses what it is given',
    (cwd) => writeFileSync(join(cwd, 's.sh'), 'rm -rf "../$1"\n'),
  ],
];

async function refused({ tool, world, kept, outside }: World, command: string, change: () => void) {
  const input = { command };
  tool.actions?.(input, world.context());
  change();
  const result = await tool.call(input, world.context());
  expect(result).toMatchObject({ failure: { code: 'surroundings-changed' } });
  expect(readFileSync(kept, 'utf8')).toBe('one\n');
  expect(existsSync(join(outside, 'new'))).toBe(false);
}

describe('what was judged is what runs', () => {
  it.each(CHANGES)('%s does not run once %s', async (command, _, change) => {
    const judged = judgedWorld();
    await refused(judged, command, () => change(judged.cwd));
  });

  it.each(CHANGES.filter(([, , change]) => change.length === 1).slice(0, 6))(
    '%s does not run if %s while its start is prepared',
    async (command, _, change) => {
      await refused(judgedWorld(change), command, () => {});
    },
  );

  it.each([
    ['rm -rf build/*', 'files come and go', (cwd: string) => writeFileSync(join(cwd, 'build', 'new'), '')],
    ['mkdir -p new/deep', 'it exists already', (cwd: string) => mkdirSync(join(cwd, 'new'))],
    [
      'echo two > g',
      'the file is saved anew',
      (cwd: string) => {
        writeFileSync(join(cwd, 'h'), 'x');
        renameSync(join(cwd, 'h'), join(cwd, 'g'));
      },
    ],
    [
      'bash s.sh',
      'its script says the same in other words',
      (cwd: string) => writeFileSync(join(cwd, 's.sh'), '#!/bin/sh\necho safe\n'),
    ],
  ])('%s runs although %s', async (command, _, change) => {
    const { tool, world, cwd } = judgedWorld();
    const input = { command };
    tool.actions?.(input, world.context());
    change(cwd);
    expect(await tool.call(input, world.context())).not.toHaveProperty('failure');
  });

  it('a script that an earlier call wrote is read before the decision', async () => {
    const { tool, world, cwd } = judgedWorld();
    const input = { command: 'bash new.sh' };
    // As when the call is put in the queue.
    tool.isReadOnly(input, world.context());
    execFileSync('sh', ['-c', 'echo "rm -f ../outside/f" > new.sh'], { cwd });
    expect(await tool.validateInput?.(input, world.context())).toEqual({ ok: true });
    const sources = tool
      .actions?.(input, world.context())
      .actions.map((one) => one.type === 'command' && one.source);
    expect(sources).toContain('rm -f ../outside/f');
  });
});
