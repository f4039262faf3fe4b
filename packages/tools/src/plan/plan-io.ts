import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { errorText } from '@sluice/base';

const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Empty if there is none, or a link is in its place: it could lead to any file. */
export function readPlan(path: string): string {
  try {
    return withPlan(path, O_RDONLY, (file) => readFileSync(file, 'utf8'));
  } catch {
    return '';
  }
}

/** Why it could not be written, as a sentence. Undefined: it was. */
export function savePlan(path: string, plan: string): string | undefined {
  try {
    mkdirSync(dirname(path), { recursive: true });
    withPlan(path, O_WRONLY | O_CREAT, (file) => {
      ftruncateSync(file);
      writeFileSync(file, plan);
    });
    return undefined;
  } catch (error) {
    return `The plan could not be written to ${path}: ${errorText(error)}`;
  }
}

/** Opens the plan's own file: no call was decided about one that a link leads to. */
function withPlan<Value>(path: string, flags: number, work: (file: number) => Value): Value {
  const directory = dirname(path);
  if (realpathSync.native(directory) !== directory) throw new Error(`${directory} is now a symbolic link.`);
  const file = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o666);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.nlink > 1) throw new Error('it is a link, or no regular file.');
    return work(file);
  } finally {
    closeSync(file);
  }
}
