import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileFingerprint, Files } from '@sluice/core';

export interface FilesUnderTest {
  readonly files: Files;
  /** An existing directory, real path, to work in. */
  readonly root: string;
  /** Makes parents as needed. */
  write(path: string, text: string): void;
  remove(path: string): void;
  symlink(target: string, path: string): void;
  hardLink(existing: string, path: string): void;
  dispose(): void;
}

const unknown: FileFingerprint = { hash: '', size: -1, mtimeMs: -1, inode: -1 };

/** What every port to files promises. */
export function describeFiles(name: string, makeFiles: () => FilesUnderTest): void {
  describe(`${name}: the promises of the files port`, () => {
    let subject: FilesUnderTest;
    let at: (path: string) => string;
    beforeEach(() => {
      subject = makeFiles();
      at = (path) => `${subject.root}/${path}`;
    });
    afterEach(() => {
      subject.dispose();
    });
    const realPath = (path: string) => subject.files.identify(path, subject.root).realPath;

    describe('identify', () => {
      it('takes relative paths from the working directory and paths apart from their spelling', () => {
        subject.write(at('dir/file'), 'text');
        const spellings = [
          'dir/file',
          './dir//file',
          'dir/../dir/file',
          at('dir/file'),
          at('none/../dir/./file'),
        ];
        const identities = spellings.map((path) => subject.files.identify(path, subject.root));
        for (const identity of identities) expect(identity).toEqual(identities[0]);
        expect(identities[0]).toMatchObject({ realPath: at('dir/file'), links: 1 });
        expect(identities[0]?.inode).toMatch(/^\d+:\d+$/);
      });

      it('knows one file by all its names', () => {
        subject.write(at('one'), 'text');
        subject.hardLink(at('one'), at('two'));
        const one = subject.files.identify('one', subject.root);
        const two = subject.files.identify('two', subject.root);
        expect(two.inode).toBe(one.inode);
        expect([one.links, two.links]).toEqual([2, 2]);
        expect(two.realPath).toBe(at('two'));
      });

      it('tells two files apart', () => {
        subject.write(at('one'), 'text');
        subject.write(at('two'), 'text');
        const inodes = ['one', 'two'].map((path) => subject.files.identify(path, subject.root).inode);
        expect(new Set(inodes).size).toBe(2);
      });

      it('gives no inode for a directory', () => {
        subject.write(at('dir/file'), 'text');
        const identity = subject.files.identify('dir', subject.root);
        expect(identity.inode).toBeUndefined();
        expect(identity.links).toBeGreaterThan(0);
      });

      it('follows symbolic links, also in the middle of a path', () => {
        subject.write(at('real/file'), 'text');
        subject.symlink('real', at('dir'));
        subject.symlink(at('dir/file'), at('link'));
        expect(realPath('link')).toBe(at('real/file'));
        expect(realPath('dir/file')).toBe(at('real/file'));
        const real = subject.files.identify('real/file', subject.root);
        expect(subject.files.identify('link', subject.root)).toEqual(real);
      });

      it('appends what does not exist to what does', () => {
        subject.write(at('real/file'), 'text');
        subject.symlink('real', at('dir'));
        const absent = { realPath: at('real/new/deeper'), inode: undefined, links: 0 };
        expect(subject.files.identify('dir/new/deeper', subject.root)).toEqual(absent);
        expect(realPath('dir/new')).toBe(at('real/new'));
        expect(realPath('none/at/all')).toBe(at('none/at/all'));
      });

      it('resolves a link to nothing to the path that a write would make', () => {
        subject.write(at('real/file'), 'text');
        subject.symlink('real', at('dir'));
        subject.symlink('dir/new', at('dangling'));
        subject.symlink('dangling', at('twice'));
        expect(realPath('dangling')).toBe(at('real/new'));
        expect(realPath('twice')).toBe(at('real/new'));
        expect(realPath('twice/below')).toBe(at('real/new/below'));
      });

      it('goes up from where a link leads, not from where it stands', () => {
        subject.write(at('far/away/file'), 'text');
        subject.symlink('far/away', at('dir'));
        subject.symlink('dir/../new', at('link'));
        expect(realPath('link')).toBe(at('far/new'));
      });

      it('takes a loop as it is written', () => {
        subject.symlink('b', at('a'));
        subject.symlink('a', at('b'));
        const loop = { realPath: at('a/x'), inode: undefined, links: 0 };
        expect(subject.files.identify('a/x', subject.root)).toEqual(loop);
        expect(realPath('b')).toBe(at('b'));
      });

      it('takes a path through a file as it is written', () => {
        subject.write(at('file'), 'text');
        const identity = subject.files.identify('file/below', subject.root);
        expect(identity).toEqual({ realPath: at('file/below'), inode: undefined, links: 0 });
      });

      it('never throws', () => {
        for (const path of ['', 'a\0b', '\ud800', 'x'.repeat(10_000), `${'x/'.repeat(5000)}y`, '/']) {
          expect(realPath(path)).toMatch(/^\//);
        }
      });
    });

    describe('identities of directories', () => {
      it('tell a directory from another at its path, and are none for what is no directory', () => {
        subject.write(at('dir/file'), 'text');
        const before = subject.files.directoryId(at('dir'));
        expect(before).toMatch(/^\d+:\d+$/);
        subject.write(at('dir/other'), 'text');
        subject.symlink('dir', at('link'));
        expect(subject.files.directoryId(at('dir'))).toBe(before);
        expect(subject.files.directoryId(at('link'))).toBe(before);
        expect(subject.files.directoryId(at('dir/file'))).toBeUndefined();
        expect(subject.files.directoryId(at('none'))).toBeUndefined();
      });
    });

    describe('link targets', () => {
      it('are the real paths that links in a directory lead to', () => {
        subject.write(at('dir/file'), 'text');
        subject.write(at('other/file'), 'text');
        subject.write(at('dir/sub/file'), 'text');
        subject.symlink('../other', at('dir/link'));
        subject.symlink(at('none'), at('dir/dangling'));
        subject.symlink('../../other/file', at('dir/sub/deep'));
        const sorted = (levels: number) => subject.files.linkTargets(at('dir'), levels)?.toSorted();
        expect(sorted(1)).toEqual([at('none'), at('other')]);
        expect(subject.files.linkTargets(at('dir/sub'), 1)).toEqual([at('other/file')]);
        expect(sorted(2)).toEqual([at('none'), at('other'), at('other/file')]);
        subject.symlink(at('dir/sub'), at('other/behind'));
        expect(sorted(2)).toEqual([at('dir/sub'), at('none'), at('other'), at('other/file')]);
        expect(sorted(3)).toEqual([at('dir/sub'), at('none'), at('other'), at('other/file')]);
      });

      it('are looked for as many levels down as a pattern goes', () => {
        subject.write(at('dir/a/file'), 'text');
        subject.write(at('dir/a/b/file'), 'text');
        subject.symlink('/none', at('dir/a/link'));
        subject.symlink('/none', at('dir/a/b/deeper'));
        expect(subject.files.linkTargets(at('dir'), 1)).toEqual([]);
        expect(subject.files.linkTargets(at('dir'), 2)).toEqual(['/none']);
      });

      it('are followed, and what they lead to is looked through, where all levels are asked for', () => {
        subject.write(at('dir/sub/file'), 'text');
        subject.write(at('other/file'), 'text');
        subject.symlink('../other', at('dir/link'));
        subject.symlink('sub', at('dir/within'));
        subject.symlink('/none', at('other/out'));
        subject.symlink('../../dir', at('dir/sub/back'));
        const found = subject.files.linkTargets(at('dir'), Infinity)?.toSorted();
        expect(found).toEqual([at('dir'), at('dir/sub'), at('other'), '/none'].toSorted());
      });

      it('are none where there is no directory', () => {
        subject.write(at('file'), 'text');
        expect(subject.files.linkTargets(at('missing'), 1)).toEqual([]);
        expect(subject.files.linkTargets(at('file'), 1)).toEqual([]);
      });
    });

    describe('the names beneath a directory', () => {
      it('are all paths there', () => {
        subject.write(at('dir/file'), 'text');
        subject.write(at('dir/sub/deep/.env'), 'text');
        subject.write(at('directory'), 'text');
        const paths = ['dir/file', 'dir/sub', 'dir/sub/deep', 'dir/sub/deep/.env'].map((name) => at(name));
        expect(subject.files.namesBeneath(at('dir'))?.toSorted()).toEqual(paths);
      });

      it('are not told where one may be a file of another place', () => {
        subject.write(at('linked/file'), 'text');
        subject.symlink(at('none'), at('linked/link'));
        expect(subject.files.namesBeneath(at('linked'))).toBeUndefined();
        subject.write(at('other/file'), 'text');
        subject.write(at('hard/file'), 'text');
        subject.hardLink(at('other/file'), at('hard/twin'));
        expect(subject.files.namesBeneath(at('hard'))).toBeUndefined();
      });

      it('are not told of what is no directory', () => {
        subject.write(at('file'), 'text');
        expect(subject.files.namesBeneath(at('file'))).toBeUndefined();
        expect(subject.files.namesBeneath(at('missing'))).toBeUndefined();
      });
    });

    it('the entries beneath a directory are all that goes away with it', () => {
      subject.write(at('dir/sub/.env'), 'text');
      subject.symlink(at('none'), at('dir/link'));
      subject.write(at('other'), 'text');
      subject.hardLink(at('other'), at('dir/twin'));
      const paths = ['dir/link', 'dir/sub', 'dir/sub/.env', 'dir/twin'].map((name) => at(name));
      expect(subject.files.entriesBeneath(at('dir'))?.toSorted()).toEqual(paths);
      expect(subject.files.entriesBeneath(at('dir'), 1)?.toSorted()).toEqual(
        paths.filter((path) => !path.endsWith('.env')),
      );
      expect(subject.files.entriesBeneath(at('other'))).toEqual([]);
      expect(subject.files.entriesBeneath(at('missing'))).toEqual([]);
    });

    it('other names of a file are found below a directory, again after a change', () => {
      subject.write(at('dir/sub/file'), 'text');
      subject.hardLink(at('dir/sub/file'), at('twin'));
      const inode = subject.files.identify(at('twin'), '/').inode ?? '';
      expect(subject.files.otherNames(at('dir'), inode)).toEqual([at('dir/sub/file')]);
      subject.hardLink(at('twin'), at('dir/third'));
      expect(subject.files.otherNames(at('dir'), inode)?.toSorted()).toEqual([
        at('dir/sub/file'),
        at('dir/third'),
      ]);
      expect(subject.files.otherNames(at('missing'), inode)).toEqual([]);
      expect(subject.files.otherNames(at('twin'), inode)).toEqual([]);
    });

    it('the names that git has are those of the files there, if any are told', () => {
      subject.write(at('dir/file'), 'text');
      subject.write(at('dir/sub/.env'), 'text');
      const told = subject.files.gitNames(at('dir'), 'all');
      if (told !== undefined) expect(told.toSorted()).toEqual([at('dir/file'), at('dir/sub/.env')]);
    });

    describe('case', () => {
      it('is ignored where a name is found in another case too', () => {
        subject.write(at('dir/Name'), 'text');
        expect(subject.files.ignoresCase(at('dir/Name'))).toBe(false);
        expect(subject.files.ignoresCase(at('dir/new'))).toBe(false);
        // As such a file system answers.
        subject.hardLink(at('dir/Name'), at('dir/name'));
        expect(subject.files.ignoresCase(at('dir/Name'))).toBe(true);
        expect(subject.files.ignoresCase(at('dir/new'))).toBe(true);
        expect(subject.files.ignoresCase(at('dir/new/newer'))).toBe(true);
      });

      it('is not ignored where the other name is another file, or a directory holds none with a letter', () => {
        subject.write(at('dir/name'), 'text');
        subject.write(at('dir/Name'), 'text');
        expect(subject.files.ignoresCase(at('dir/x'))).toBe(false);
        subject.write(at('dir/a/1'), 'text');
        expect(subject.files.ignoresCase(at('dir/a/x'))).toBe(false);
      });
    });

    describe('fingerprint', () => {
      it('is the SHA-256 of the content, with its size', async () => {
        subject.write(at('file'), 'h\u00e9llo');
        const print = await subject.files.fingerprint(at('file'), unknown);
        const hash = createHash('sha256').update('h\u00e9llo').digest('hex');
        expect(print).toMatchObject({ hash, size: 6 });
      });

      it('hands the known one back while nothing has changed', async () => {
        subject.write(at('file'), 'text');
        const print = await subject.files.fingerprint(at('file'), unknown);
        if (print === undefined) throw new Error('no fingerprint');
        expect(await subject.files.fingerprint(at('file'), print)).toBe(print);
      });

      it('sees another content, and the same content written again', async () => {
        subject.write(at('file'), 'text');
        const first = await subject.files.fingerprint(at('file'), unknown);
        subject.write(at('file'), 'more text');
        const second = await subject.files.fingerprint(at('file'), first ?? unknown);
        expect(second?.hash).not.toBe(first?.hash);
        subject.remove(at('file'));
        subject.write(at('file'), 'text');
        const third = await subject.files.fingerprint(at('file'), second ?? unknown);
        expect(third?.hash).toBe(first?.hash);
      });

      it('is undefined for what is gone or is not a file', async () => {
        subject.write(at('dir/file'), 'text');
        expect(await subject.files.fingerprint(at('none'), unknown)).toBeUndefined();
        expect(await subject.files.fingerprint(at('dir'), unknown)).toBeUndefined();
        expect(await subject.files.fingerprint(at('dir/file/below'), unknown)).toBeUndefined();
        expect(await subject.files.fingerprint(at('a\0b'), unknown)).toBeUndefined();
      });
    });
  });
}
