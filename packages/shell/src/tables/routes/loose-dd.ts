import type { FileTouch } from '../file-command.ts';
import type { Arguments } from '../row.ts';

/** `dd if=a of=b`, whatever else it is told. */
export function touchesOfLooseDd(argv: Arguments): readonly FileTouch[] {
  return argv.flatMap((word, argument): readonly FileTouch[] => {
    const [, name, path] = typeof word === 'string' ? (/^(if|of)=(.*)$/su.exec(word) ?? []) : [];
    if (path === undefined) return [];
    return [{ access: name === 'if' ? 'read' : 'write', path, isTree: false, argument }];
  });
}
