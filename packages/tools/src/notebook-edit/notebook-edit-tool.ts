import { randomBytes } from 'node:crypto';
import { defineTool, fail, type CallContext, type Tool, type ToolResult } from '@sluice/core';
import { patchOfEdit } from '../edit/edit-patch.ts';
import { commitFile } from '../files/commit-file.ts';
import { decidedFile } from '../files/decided-file.ts';
import { writeActions, writeWhereDecided } from '../files/decided-write.ts';
import { suggestEditRule } from '../files/file-actions.ts';
import { claimsForWriting } from '../files/file-claims.ts';
import { PATCH_SIZE_LIMIT } from '../files/structured-patch.ts';
import { notebookEditOutputSchema } from './notebook-edit-output-schema.ts';
import {
  notebookEditInputSchema,
  type NotebookEditInput,
  type NotebookEditOutput,
} from './notebook-edit-schema.ts';
import { textForModel } from './notebook-edit-texts.ts';
import { planNotebookEdit } from './plan-notebook-edit.ts';

const DESCRIPTION = `Changes one cell of a Jupyter notebook (.ipynb): replaces its source, puts a new cell in, or deletes one.

- The notebook must have been read whole with Read in an earlier message, and must not have changed since.
- \`cell_id\` is the id that Read shows. For \`edit_mode: "insert"\` it is the cell before the new one; without it the new cell comes first.
- Cells without ids of their own are named by number, \`cell-0\` for the first. After an insert or delete, Read again before you name one by number.
- A code cell whose source is replaced loses its outputs; nothing is run.
- Everything else of the notebook stays as it is written.`;

export interface NotebookEditOptions {
  /** Ids for new cells, by format 4.5 letters, digits, `-` and `_`; each call gives another. Default: eight random hex digits. */
  readonly newId?: () => string;
}

/** The tool `NotebookEdit`. Destructive: what it takes away stands nowhere in the call. */
export function createNotebookEditTool(
  options: NotebookEditOptions = {},
): Tool<NotebookEditInput, NotebookEditOutput> {
  const newId = options.newId ?? (() => randomBytes(4).toString('hex'));
  return defineTool({
    name: 'NotebookEdit',
    description: DESCRIPTION,
    searchHint: 'jupyter ipynb cell replace insert delete',
    inputSchema: notebookEditInputSchema,
    outputSchema: notebookEditOutputSchema,
    isReadOnly: false,
    isDestructive: true,
    isIdempotent: false,
    claims: ({ notebook_path }, { cwd }) => claimsForWriting(notebook_path, cwd),
    actions: (input, { cwd }) => writeActions(input, input.notebook_path, cwd),
    decidedOn: ({ notebook_path }, { cwd }) => decidedFile(notebook_path, cwd),
    suggestRules: ({ notebook_path }, { cwd }) => suggestEditRule(notebook_path, cwd),
    async validateInput(input, context) {
      const plan = await planNotebookEdit(input, context, newId);
      return plan.ok ? { ok: true } : plan;
    },
    call: (input, context) =>
      writeWhereDecided(input, input.notebook_path, context, () => editUnderLock(input, context, newId)),
    toModel: textForModel,
    summarize: ({ notebook_path, edit_mode = 'replace', cell_id }) =>
      `NotebookEdit ${notebook_path}: ${edit_mode}${cell_id === undefined ? '' : ` ${cell_id}`}`,
  });
}

async function editUnderLock(
  input: NotebookEditInput,
  context: CallContext,
  newId: () => string,
): Promise<ToolResult<NotebookEditOutput>> {
  const plan = await planNotebookEdit(input, context, newId);
  if (!plan.ok) return fail(plan.code, plan.message);
  const { target, loaded, edited, after, changed } = plan;
  const commit = {
    path: target.realPath,
    before: loaded,
    after,
    isKnown: true,
    hasMovedParts: plan.hasMovedCells,
  };
  const written = await commitFile(commit, context);
  if (!written.ok) return fail(written.code, written.message);
  const isShown = Math.max(loaded.bytes.length, after.length) <= PATCH_SIZE_LIMIT;
  return {
    data: {
      new_source: input.edit_mode === 'delete' ? '' : input.new_source,
      ...(edited.oldSource !== undefined && { old_source: edited.oldSource }),
      cell_id: edited.cellId,
      cell_type: edited.cellType,
      ...(edited.oldCellType !== undefined &&
        edited.oldCellType !== edited.cellType && { old_cell_type: edited.oldCellType }),
      language: edited.language,
      edit_mode: input.edit_mode ?? 'replace',
      notebook_path: target.path,
      original_file: isShown ? loaded.bytes.toString('utf8') : '',
      updated_file: isShown ? after.toString('utf8') : '',
      structuredPatch: await patchOfEdit(loaded.bytes, after, changed),
      cell_number: edited.index + 1,
      ...(edited.hasMovedNumbers && { hasMovedNumbers: true }),
    },
  };
}
