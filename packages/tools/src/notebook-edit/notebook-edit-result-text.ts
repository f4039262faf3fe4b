import type { NotebookEditOutput } from './notebook-edit-schema.ts';

/** The result of a notebook edit for the model. */
export function textForModel(output: NotebookEditOutput): string {
  const { edit_mode: mode, cell_id: id, cell_number: number, cell_type: type, notebook_path: path } = output;
  const moved =
    output.hasMovedNumbers === true
      ? ' The cells after it now have other numbers, and so other ids: Read the notebook again before you use one of them.'
      : '';
  const cell = `the ${type} cell ${id} (number ${number})`;
  switch (mode) {
    case 'insert':
      return `Inserted ${cell} into ${path}.${moved}`;
    case 'delete':
      return `Deleted ${cell} of ${path}.${moved}`;
    case 'replace':
      return `Replaced the source of ${cell} of ${path}.${whatWent(output)}`;
    default:
      return mode satisfies never;
  }
}

function whatWent({ cell_type: type, old_cell_type: oldType }: NotebookEditOutput): string {
  if (oldType === 'code') return ` It was a code cell: its outputs and execution count were removed.`;
  if (type !== 'code') return oldType === undefined ? '' : ` It was a ${oldType} cell.`;
  if (oldType === undefined) return ' Its outputs were cleared; nothing was run.';
  return ` It was a ${oldType} cell: its attachments were removed, since code cells have none; nothing was run.`;
}
