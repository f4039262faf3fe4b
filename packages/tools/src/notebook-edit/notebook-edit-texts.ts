import type { NotebookEditOutput } from './notebook-edit-schema.ts';

/** What the model is told of an edit of a notebook. */
export function textForModel(output: NotebookEditOutput): string {
  const { edit_mode: mode, cell_id: id, cell_number: number, cell_type: type, notebook_path: path } = output;
  const moved =
    output.hasMovedNumbers === true
      ? ' The cells after it have other numbers, and so other ids, now: Read shows them.'
      : '';
  const cell = `the ${type} cell ${id} (number ${number})`;
  switch (mode) {
    case 'insert':
      return `Inserted ${cell} into ${path}.${moved}`;
    case 'delete':
      return `Deleted ${cell} of ${path}.${moved}`;
    case 'replace':
      return `Replaced the source of ${cell} of ${path}.${type === 'code' ? ' Its outputs were cleared; nothing was run.' : ''}`;
    default:
      return mode satisfies never;
  }
}
