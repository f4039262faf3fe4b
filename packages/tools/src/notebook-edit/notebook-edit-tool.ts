import { randomBytes } from 'node:crypto';
import { present } from '@sluice/base';
import { defineTool, fail, type CallContext, type Tool, type ToolResult } from '@sluice/core';
import { patchOfEdit } from '../edit/edit-patch.ts';
import { commitFile } from '../files/write/commit-file.ts';
import { decidedFile } from '../files/paths/decided-file.ts';
import { decidedActions, writeWhereDecided } from '../files/paths/decided-place.ts';
import { suggestEditRule } from '../files/paths/file-actions.ts';
import { claimsForWriting } from '../files/paths/file-claims.ts';
import { PATCH_SIZE_LIMIT } from '../files/text/structured-patch.ts';
import { shownPath } from '../files/paths/shown-path.ts';
import { notebookEditOutputSchema } from './notebook-edit-output-schema.ts';
import {
  notebookEditInputSchema,
  type NotebookEditInput,
  type NotebookEditOutput,
} from './notebook-edit-schema.ts';
import { textForModel } from './notebook-edit-result-text.ts';
import { planNotebookEdit } from './plan-notebook-edit.ts';

const DESCRIPTION = `Replaces, inserts or deletes one cell of a Jupyter notebook (.ipynb).

- Read the whole notebook first; it must not have changed since.
- \`cell_id\` is the id that Read shows. With \`edit_mode: "insert"\`, the new cell goes after this one, or first if you leave it out.
- Cells without an id are named by position, starting with \`cell-0\`. Positions change after an insert or delete, so read again before you use one.
- Replacing the source of a code cell removes its outputs. Nothing is executed.
- The rest of the notebook stays exactly as it is.`;

export interface NotebookEditOptions {
  /** Returns a new id for each cell: letters, digits, `-` and `_` (format 4.5). Default: eight random hex digits. */
  readonly newId?: () => string;
}

/** The `NotebookEdit` tool. Destructive: what it removes is not in the call. */
export function createNotebookEditTool(
  options: NotebookEditOptions = {},
): Tool<NotebookEditInput, NotebookEditOutput> {
  const newId = options.newId ?? (() => randomBytes(4).toString('hex'));
  return defineTool({
    name: 'NotebookEdit',
    description: DESCRIPTION,
    searchHint: 'jupyter ipynb cell replace insert delete',
    isDeferred: true,
    inputSchema: notebookEditInputSchema,
    outputSchema: notebookEditOutputSchema,
    isReadOnly: false,
    isDestructive: true,
    isIdempotent: false,
    claims: ({ notebook_path }, { cwd }) => claimsForWriting(notebook_path, cwd),
    actions: (input, context) => decidedActions(input, 'write', input.notebook_path, context),
    decidedOn: ({ notebook_path }, { cwd }) => decidedFile(notebook_path, cwd),
    suggestRules: ({ notebook_path }, { cwd }) => suggestEditRule(notebook_path, cwd),
    async validateInput(input, context) {
      const plan = await planNotebookEdit(input, context, newId);
      return plan.ok ? { ok: true } : plan;
    },
    call: (input, context) =>
      writeWhereDecided(input, input.notebook_path, context, () => editUnderLock(input, context, newId)),
    toModel: textForModel,
    summarize: ({ notebook_path, edit_mode = 'replace', cell_id }, context) =>
      `NotebookEdit ${shownPath(notebook_path, context)}: ${edit_mode}${cell_id === undefined ? '' : ` ${cell_id}`}`,
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
      old_source: edited.oldSource,
      cell_id: edited.cellId,
      cell_type: edited.cellType,
      ...present({
        old_cell_type:
          edited.oldCellType !== undefined && edited.oldCellType !== edited.cellType
            ? edited.oldCellType
            : undefined,
      }),
      language: edited.language,
      edit_mode: input.edit_mode ?? 'replace',
      notebook_path: target.path,
      original_file: isShown ? loaded.bytes.toString('utf8') : '',
      updated_file: isShown ? after.toString('utf8') : '',
      structuredPatch: await patchOfEdit(loaded.bytes, after, changed),
      cell_number: edited.index + 1,
      ...present({ hasMovedNumbers: edited.hasMovedNumbers ? true : undefined }),
    },
  };
}
