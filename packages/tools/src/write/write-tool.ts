import { defineTool, fail, type CallContext, type Tool, type ToolResult } from '@sluice/core';
import { fileActions, suggestEditRule } from '../files/file-actions.ts';
import { claimsForWriting } from '../files/file-claims.ts';
import { withFileLock } from '../files/file-lock.ts';
import { loadFile } from '../files/load-file.ts';
import { recordWrite } from '../files/record-write.ts';
import { resolvePath } from '../files/resolve-path.ts';
import { PATCH_SIZE_LIMIT, structuredPatchOf } from '../files/structured-patch.ts';
import { writeWholeFile } from '../files/write-file.ts';
import { planWrite, type WritePlan } from './plan-write.ts';
import { writeInputSchema, type WriteInput, type WriteOutput } from './write-schema.ts';
import { textForModel } from './write-texts.ts';

const DESCRIPTION = `Writes a whole file: makes a new one, with the directories above it, or replaces the content of an existing one.

- An existing file must have been read whole in an earlier message, and must not have changed since. To change a part of a file use Edit.
- The content is written as it is: UTF-8, line ends as given, no newline added at the end.
- The file is replaced in one step, so that nobody ever sees half of it; permissions, owner and symbolic links stay.`;

/**
 * The tool `Write`. Always destructive in its declaration, for whether there is a file to overwrite can change until it runs; idempotent,
 * because it leaves the same bytes however often it runs.
 */
export function createWriteTool(): Tool<WriteInput, WriteOutput> {
  return defineTool({
    name: 'Write',
    aliases: ['FileWrite'],
    description: DESCRIPTION,
    searchHint: 'create overwrite save new file content',
    inputSchema: writeInputSchema,
    isReadOnly: false,
    isDestructive: true,
    isIdempotent: true,
    claims: ({ file_path }, { cwd }) => claimsForWriting(file_path, cwd),
    actions: ({ file_path }, { cwd }) => fileActions('write', file_path, cwd),
    suggestRules: ({ file_path }, { cwd }) => suggestEditRule(file_path, cwd),
    async validateInput(input, context) {
      const plan = await planWrite(input, context);
      return plan.ok ? { ok: true } : plan;
    },
    call(input, context) {
      const { realPath } = resolvePath(input.file_path, context.cwd);
      return withFileLock(realPath, context.signal, () => writeUnderLock(input, context));
    },
    toModel: textForModel,
    summarize: ({ file_path }) => `Write ${file_path}`,
  });
}

async function writeUnderLock(input: WriteInput, context: CallContext): Promise<ToolResult<WriteOutput>> {
  const plan = await planWrite(input, context);
  if (!plan.ok) return fail(plan.code, plan.message);
  const { target, bytes, hash, existing } = plan;
  const before = await textBefore(plan, context.signal);
  context.signal.throwIfAborted();
  if (plan.isUnchanged && existing !== undefined) {
    recordWrite(context, target.realPath, existing, hash);
  } else {
    const written = await writeWholeFile({ path: target.realPath, bytes, existing });
    if (!written.ok) return fail(written.code, written.message);
    recordWrite(context, target.realPath, written.stats, hash);
  }
  const canDiff = before !== null && bytes.length <= PATCH_SIZE_LIMIT;
  return {
    data: {
      type: existing === undefined ? 'create' : 'update',
      filePath: target.path,
      content: input.content,
      structuredPatch: canDiff ? await structuredPatchOf(before, input.content) : [],
      originalFile: before,
    },
  };
}

async function textBefore({ target, existing }: WritePlan, signal: AbortSignal): Promise<string | null> {
  if (existing === undefined || existing.size > PATCH_SIZE_LIMIT) return null;
  const loaded = await loadFile(target.realPath, signal);
  return loaded.ok ? loaded.bytes.toString('utf8') : null;
}
