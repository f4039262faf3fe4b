import { expect, it } from 'vitest';
import { createMemoryFiles } from '../../src/ports/memory/memory-files.ts';
import { describeFiles } from '../conformance/files.ts';

describeFiles('memory files', () => ({
  ...createSubject(),
  root: '/here',
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
    contents: new Map([['/here/file', 'text']]),
    links: new Map([['/here/link', 'file']]),
  });
  expect(files.identify('link', '/here')).toEqual({ realPath: '/here/file', inode: '1:1', links: 1 });
  files.remove('/here');
  expect(files.identify('link', '/here').links).toBe(0);
});
