import { defineTool, fail, type CallContext, type Tool, type ToolResult } from '@sluice/core';
import { fileActions, suggestEditRule } from '../files/file-actions.ts';
import { claimsForWriting } from '../files/file-claims.ts';
import { withFileLock } from '../files/file-lock.ts';
import { hashOfBytes } from '../files/fingerprint.ts';
import { recordWrite } from '../files/record-write.ts';
import { resolvePath } from '../files/resolve-path.ts';
import { PATCH_SIZE_LIMIT } from '../files/structured-patch.ts';
import { writeWholeFile } from '../files/write-file.ts';
import { patchOfEdit } from './edit-patch.ts';
import { editInputSchema, type EditInput, type EditOutput } from './edit-schema.ts';
import { textForModel } from './edit-texts.ts';
import { encodingOf } from './file-encoding.ts';
import { planEdit } from './plan-edit.ts';

const DESCRIPTION = `Replaces a piece of text in a file by another.

- The file must have been read whole with Read, and must not have changed since.
- \`old_string\` must be in the file exactly as given, white space included, and only once; add lines around it to make it the only one, or set \`replace_all\`. Leave out the line numbers that Read shows.
- Everything outside the match stays as it is, byte for byte: encoding, byte order mark, line ends. In a file with CRLF line ends, strings with LF are matched and written with CRLF.
- An empty \`old_string\` makes a new file of \`new_string\`.`;

/**
 * The tool `Edit`. Not destructive in its declaration: what it replaces stands in the call itself, so that it can be put back. Not
 * idempotent: a second run finds another text.
 */
export function createEditTool(): Tool<EditInput, EditOutput> {
  return defineTool({
    name: 'Edit',
    aliases: ['FileEdit'],
    description: DESCRIPTION,
    searchHint: 'replace change modify text in file',
    inputSchema: editInputSchema,
    isReadOnly: false,
    isDestructive: false,
    isIdempotent: false,
    claims: ({ file_path }, { cwd }) => claimsForWriting(file_path, cwd),
    actions: ({ file_path }, { cwd }) => fileActions('write', file_path, cwd),
    suggestRules: ({ file_path }, { cwd }) => suggestEditRule(file_path, cwd),
    async validateInput(input, context) {
      const plan = await planEdit(input, context);
      return plan.ok ? { ok: true } : plan;
    },
    call(input, context) {
      const { realPath } = resolvePath(input.file_path, context.cwd);
      return withFileLock(realPath, context.signal, () => editUnderLock(input, context));
    },
    toModel: textForModel,
    summarize: ({ file_path }) => `Edit ${file_path}`,
  });
}

async function editUnderLock(input: EditInput, context: CallContext): Promise<ToolResult<EditOutput>> {
  const plan = await planEdit(input, context);
  if (!plan.ok) return fail(plan.code, plan.message);
  const { target, before, after, existing } = plan;
  context.signal.throwIfAborted();
  const written = await writeWholeFile({ path: target.realPath, bytes: after, existing });
  if (!written.ok) return fail(written.code, written.message);
  recordWrite(context, target.realPath, written.stats, hashOfBytes(after));
  return {
    data: {
      filePath: target.path,
      oldString: input.old_string,
      newString: input.new_string,
      originalFile: existing === undefined || before.length > PATCH_SIZE_LIMIT ? null : textOf(before),
      structuredPatch: await patchOfEdit(before, after, plan.changed),
      userModified: false,
      replaceAll: input.replace_all ?? false,
      replacements: plan.replacements,
      startLine: plan.startLine,
      form: plan.form,
    },
  };
}

function textOf(bytes: Buffer): string {
  return bytes.toString(encodingOf(bytes) === 'utf8' ? 'utf8' : 'latin1');
}
