import { anyFiles, files, refused, row } from '../row.ts';
import { sortOptions } from '../read-only/text/order.ts';
import type { Edit } from './edit.ts';
import { touchPositionals } from './touch-positionals.ts';

/** `sort -o`: it reads its positionals, and then writes a file, which may be one of them. */
export const sortToFile: Edit = {
  row: row({
    name: 'sort',
    options: [
      ...sortOptions,
      files('-o/--output'),
      refused('-T/--temporary-directory --compress-program --files0-from'),
    ],
    positionals: anyFiles,
  }),
  isFileEdit: false,
  touches: ({ positionals, fileValues }, argv) => {
    const written = fileValues.filter(({ option }) => option === '-o');
    if (written.length === 0) return undefined;
    const read = [...fileValues.filter(({ option }) => option !== '-o'), ...positionals];
    return [...touchPositionals(read, argv, 'read'), ...touchPositionals(written, argv, 'write')];
  },
};
