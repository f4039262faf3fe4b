import { defineTool, fail, type CallContext, type Tool, type ToolResult } from '@sluice/core';
import { commitFile } from '../files/write/commit-file.ts';
import { decidedFile } from '../files/paths/decided-file.ts';
import { decidedActions, writeWhereDecided } from '../files/paths/decided-place.ts';
import { suggestEditRule } from '../files/paths/file-actions.ts';
import { claimsForWriting } from '../files/paths/file-claims.ts';
import type { EditorFiles } from '../files/load/editor-files.ts';
import type { ReadsFreely } from '../files/paths/reads-freely.ts';
import { PATCH_SIZE_LIMIT } from '../files/text/structured-patch.ts';
import { patchOfEdit } from './edit-patch.ts';
import { editOutputSchema } from './edit-output-schema.ts';
import { editInputSchema, type EditInput, type EditOutput } from './edit-schema.ts';
import { textForModel } from './edit-result-text.ts';
import { encodingOf } from './file-encoding.ts';
import { planEdit } from './plan-edit.ts';
import { bytesOf } from '../files/text/text-view.ts';
import { shownPath } from '../files/paths/shown-path.ts';

export interface EditOptions {
  /**
   * Whether reading this file would need no approval; must not throw. Only then may a file that the model hasn't seen in its current
   * state be edited if `old_string` occurs in it exactly once. Default: true for every file.
   */
  readonly readsFreely?: ReadsFreely | undefined;
  /** Where files may be open and not saved. Default: only the disk counts. */
  readonly editorFiles?: EditorFiles | undefined;
}

const DESCRIPTION = `Replaces exact text in a file.

- Read the file first. If you haven't read it, or it has changed since, the edit works only if \`old_string\` occurs exactly once and \`replace_all\` is not set; the result says so.
- \`old_string\` must match the file exactly, including whitespace, and be unique. Include surrounding lines to make it unique, or set \`replace_all\`. Leave out the line numbers that Read shows.
- Everything outside the match is preserved byte for byte: encoding (UTF-16 included), byte order mark, line endings. In a file with CRLF line endings, strings with LF match and are written with CRLF. Characters that a Latin-1 file can't represent are refused.
- An empty \`old_string\` creates a new file from \`new_string\`.
- For notebooks (.ipynb), use NotebookEdit.`;

/**
 * The `Edit` tool. Not declared destructive: what it replaces is in the call, so it can be restored. Not idempotent: a second run finds
 * another text.
 */
export function createEditTool(options: EditOptions = {}): Tool<EditInput, EditOutput> {
  const readsFreely = options.readsFreely ?? (() => true);
  return defineTool({
    name: 'Edit',
    aliases: ['FileEdit'],
    description: DESCRIPTION,
    searchHint: 'replace change modify text in file',
    inputSchema: editInputSchema,
    outputSchema: editOutputSchema,
    isReadOnly: false,
    isDestructive: false,
    isIdempotent: false,
    claims: ({ file_path }, { cwd }) => claimsForWriting(file_path, cwd),
    actions: (input, context) => decidedActions(input, 'write', input.file_path, context),
    decidedOn: ({ file_path }, { cwd }) => decidedFile(file_path, cwd),
    suggestRules: ({ file_path }, { cwd }) => suggestEditRule(file_path, cwd),
    async validateInput(input, context) {
      const plan = await planEdit(input, context, readsFreely, options.editorFiles);
      return plan.ok ? { ok: true } : plan;
    },
    async preview(input, context) {
      const plan = await planEdit(input, context, readsFreely, options.editorFiles);
      if (!plan.ok) return undefined;
      const hunks = await patchOfEdit(plan.view.bytes, plan.after, plan.changed);
      return hunks.length === 0 ? undefined : { kind: 'diff', hunks };
    },
    call: (input, context) =>
      writeWhereDecided(input, input.file_path, context, () => editUnderLock(input, context, options)),
    toModel: textForModel,
    summarize: ({ file_path }, context) => `Edit ${shownPath(file_path, context)}`,
  });
}

async function editUnderLock(
  input: EditInput,
  context: CallContext,
  { readsFreely = () => true, editorFiles }: EditOptions,
): Promise<ToolResult<EditOutput>> {
  const plan = await planEdit(input, context, readsFreely, editorFiles);
  if (!plan.ok) return fail(plan.code, plan.message);
  const { target, loaded, view, after, seen } = plan;
  const written = await commitFile(
    {
      path: target.realPath,
      before: loaded,
      after: bytesOf(after, view.wide),
      isKnown: seen === 'whole',
    },
    context,
  );
  if (!written.ok) return fail(written.code, written.message);
  return {
    data: {
      filePath: target.path,
      oldString: input.old_string,
      newString: input.new_string,
      originalFile: loaded === undefined || view.bytes.length > PATCH_SIZE_LIMIT ? null : textOf(view.bytes),
      structuredPatch: await patchOfEdit(view.bytes, after, plan.changed),
      userModified: false,
      replaceAll: input.replace_all ?? false,
      replacements: plan.replacements,
      startLine: plan.startLine,
      form: plan.form,
      crlfTwins: plan.crlfTwins,
      encoding: view.wide,
      seen,
    },
  };
}

function textOf(bytes: Buffer): string {
  return bytes.toString(encodingOf(bytes) === 'utf8' ? 'utf8' : 'latin1');
}
