import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Names, kinds, modes, sizes, times of change and contents of a directory and of all that is in it, one a line. */
export function snapshotOf(root: string): string {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .concat('')
    .sort()
    .map((name) => {
      const path = join(root, name);
      const about = lstatSync(path);
      const content = about.isFile()
        ? createHash('sha256').update(readFileSync(path)).digest('hex')
        : about.isSymbolicLink()
          ? readlinkSync(path)
          : '';
      return `${name} ${about.mode} ${about.size} ${about.mtimeMs} ${about.ctimeMs} ${content}`;
    })
    .join('\n');
}
