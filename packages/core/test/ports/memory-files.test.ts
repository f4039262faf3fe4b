import { expect, it } from 'vitest';
import { createMemoryFiles } from '../../src/ports/memory/memory-files.ts';
import { describeFiles } from '../conformance/files.ts';

describeFiles('memory files', () => ({
  ...createSubject(),
  root: '/work',
  dispose: () => {},
}));

function createSubject() {
  const files = createMemoryFiles();
  return {
    files,
    write: files.write.bind(files),
    remove: files.remove.bind(files),
    symlink: files.symlink.bind(files),
    hardLink: files.hardLink.bind(files),
  };
}

it('starts with the contents and links it is given', () => {
  const files = createMemoryFiles({
    contents: new Map([['/work/file', 'text']]),
    links: new Map([['/work/link', 'file']]),
  });
  expect(files.identify('link', '/work')).toEqual({ realPath: '/work/file', inode: '1:1', links: 1 });
  files.remove('/work');
  expect(files.identify('link', '/work').links).toBe(0);
});
