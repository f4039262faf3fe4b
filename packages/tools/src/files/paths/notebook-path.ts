import { problem, type Problem } from '../problem.ts';

/** Jupyter notebooks are recognized by their names. */
export function isNotebookPath(path: string): boolean {
  return path.toLowerCase().endsWith('.ipynb');
}

/** For a tool that would change a notebook as text. */
export function notebookProblem(path: string): Problem {
  return problem(
    'is-notebook',
    `${path} is a notebook, whose text is JSON around its cells. Change a cell with NotebookEdit (notebook_path, cell_id, new_source); make a new notebook with Write.`,
  );
}
