import { resolvePath } from './resolve-path.ts';

/** The file as it was when the user approved the write. */
export function decidedFile(given: string, cwd: string): readonly string[] {
  return [resolvePath(given, cwd).path];
}
