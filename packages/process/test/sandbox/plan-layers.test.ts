import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planLayers } from '../../src/sandbox/plan-layers.ts';
import type { SandboxProfile } from '../../src/sandbox/sandbox-profile.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../helpers.ts';

let directory: TemporaryDirectory;
let root: string;
beforeEach(() => {
  directory = temporaryDirectory();
  root = realpathSync(directory.path);
  mkdirSync(join(root, 'w/.git/hooks'), { recursive: true });
  mkdirSync(join(root, 'w/secret/open'), { recursive: true });
  writeFileSync(join(root, 'w/.env'), 'x');
});
afterEach(() => directory.dispose());

const at = (path: string): string => join(root, path);
const plan = (profile: Partial<SandboxProfile>, held: readonly string[] = []) =>
  planLayers(
    {
      kind: 'workspace-write',
      writable: [at('w')],
      protected: [],
      hidden: [],
      network: 'none',
      ...profile,
    },
    [],
    (path) => held.includes(path),
  );

/** Layers by path beneath the root, and what has to be made. */
const shown = (planned: ReturnType<typeof plan>) =>
  planned.status === 'refused'
    ? planned.reason
    : {
        ...Object.fromEntries(planned.layers.map(({ path, as }) => [path.slice(root.length + 1), as])),
        ...(planned.placeholders.length > 0 && {
          made: planned.placeholders.map((path) => path.slice(root.length + 1)),
        }),
      };

describe('the layers of a profile', () => {
  it('pin each directory above what is protected, so that it can not be renamed away', () => {
    expect(shown(plan({ protected: [at('w/.git/hooks')] }))).toEqual({
      w: 'writable',
      'w/.git': 'pinned',
      'w/.git/hooks': 'read-only',
    });
  });

  it('show another text at the real place of a file, and hide what is not a file any more, or is hidden besides', () => {
    symlinkSync(at('w/.env'), at('w/link'));
    writeFileSync(at('w/both'), 'x');
    const masked = ['w/link', 'w/secret', 'w/missing', 'w/both'].map((path) => ({
      path: at(path),
      text: 't',
    }));
    const planned = plan({ masked, writable: [at('w'), at('w/.env')], hidden: [at('w/both')] });
    expect(shown(planned)).toEqual({
      w: 'writable',
      'w/.env': 'other-file',
      'w/secret': 'empty-directory',
      'w/both': 'empty-file',
    });
  });

  it('pin each directory above what is hidden or masked, but not where it could not be renamed anyway', () => {
    mkdirSync(at('w/a/b'), { recursive: true });
    for (const file of ['w/a/b/key', 'w/a/token', 'w/.git/hooks/key']) writeFileSync(at(file), 'x');
    const profile = {
      protected: [at('w/.git')],
      hidden: [at('w/a/b/key'), at('w/.git/hooks/key')],
      masked: [{ path: at('w/a/token'), text: 't' }],
    };
    expect(shown(plan(profile))).toEqual({
      w: 'writable',
      'w/.git': 'read-only',
      'w/.git/hooks/key': 'empty-file',
      'w/a': 'pinned',
      'w/a/b': 'pinned',
      'w/a/b/key': 'empty-file',
      'w/a/token': 'other-file',
    });
    expect(shown(plan({ ...profile, kind: 'read-only' }))).not.toHaveProperty('w/a');
  });

  it.each([
    [50, 'pinned'],
    [51, undefined],
  ])('pin them above %i files that were looked for: %s', (count, as) => {
    mkdirSync(at('w/a'), { recursive: true });
    const found = Array.from({ length: count }, (_, index) => at(`w/a/${index}.pem`));
    for (const file of found) writeFileSync(file, 'x');
    const layers = shown(plan({ found }));
    expect(layers).toMatchObject({ 'w/a/0.pem': 'empty-file', [`w/a/${count - 1}.pem`]: 'empty-file' });
    expect(Object.entries(layers).find(([path]) => path === 'w/a')?.[1]).toBe(as);
  });

  it('hold the place of what is missing, at the first directory that is not there', () => {
    expect(shown(plan({ protected: [at('w/.claude/hooks/x')] }))).toEqual({
      w: 'writable',
      'w/.claude': 'read-only',
      made: ['w/.claude'],
    });
  });

  it('shut a suspect path that is there and means something alone, and make none that is not', () => {
    writeFileSync(at('w/.git/commondir'), 'x');
    writeFileSync(at('w/HEAD'), 'x');
    const suspects = [
      { path: at('w/.git/commondir'), besides: [] },
      { path: at('w/.git/config.worktree'), besides: [] },
      { path: at('w/HEAD'), besides: [at('w/refs')] },
    ];
    expect(shown(plan({ suspects }))).toEqual({
      w: 'writable',
      'w/.git': 'pinned',
      'w/.git/commondir': 'read-only',
    });
  });

  it('count a place that another command holds as missing', () => {
    mkdirSync(at('w/.claude'));
    expect(shown(plan({ protected: [at('w/.claude/hooks')] }, [at('w/.claude')]))).toMatchObject({
      made: ['w/.claude'],
    });
  });

  it('leave out what no writable tree holds, and what is shut above', () => {
    expect(
      shown(
        plan({
          protected: ['/etc/passwd', at('w/.git'), at('w/.git/hooks'), at('w/secret/open')],
          hidden: [at('w/secret')],
        }),
      ),
    ).toEqual({ w: 'writable', 'w/.git': 'read-only', 'w/secret': 'empty-directory' });
  });

  it('open a writable tree within a protected one', () => {
    expect(shown(plan({ writable: [at('w'), at('w/.git/hooks')], protected: [at('w/.git')] }))).toEqual({
      w: 'writable',
      'w/.git': 'read-only',
      'w/.git/hooks': 'writable',
    });
  });

  it('hide files and directories, and nothing that is not there', () => {
    expect(shown(plan({ hidden: [at('w/.env'), at('w/secret'), at('w/none')] }))).toEqual({
      w: 'writable',
      'w/.env': 'empty-file',
      'w/secret': 'empty-directory',
    });
  });

  it('follow links of what is writable or hidden to what they name', () => {
    symlinkSync(at('w/.env'), at('link'));
    expect(shown(plan({ hidden: [at('link')] }))).toMatchObject({ 'w/.env': 'empty-file' });
  });

  it('are the stricter of two for one path, with or without a slash at its end', () => {
    expect(shown(plan({ protected: [`${at('w')}/`] }))).toEqual({ w: 'read-only' });
  });

  it('are open for reading alone in a read-only profile', () => {
    const layers = plan({
      kind: 'read-only',
      protected: [at('w/.git')],
      hidden: [at('w/secret')],
      writable: [at('w/secret/open')],
    });
    expect(shown(layers)).toEqual({ 'w/secret': 'empty-directory', 'w/secret/open': 'read-only' });
  });

  it('are refused where a link would have to be protected', () => {
    symlinkSync(at('w/.git'), at('w/.claude'));
    expect(shown(plan({ protected: [at('w/.claude/hooks')] }))).toContain('symbolic link');
  });
});
