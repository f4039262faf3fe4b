import { resolvePath } from './resolve-path.ts';

/** What a person who allows a write has in mind: the file as it was then. */
export function decidedFile(given: string, cwd: string): readonly string[] {
  return [resolvePath(given, cwd).path];
}
