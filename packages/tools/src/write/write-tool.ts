import { existsSync } from 'node:fs';
import { present } from '@sluice/base';
import { defineTool, fail, type CallContext, type Tool, type ToolResult } from '@sluice/core';
import { commitFile } from '../files/write/commit-file.ts';
import { decidedFile } from '../files/paths/decided-file.ts';
import { decidedActions, writeWhereDecided } from '../files/paths/decided-place.ts';
import { suggestEditRule } from '../files/paths/file-actions.ts';
import { claimsForWriting } from '../files/paths/file-claims.ts';
import { hashOfBytes } from '../files/load/fingerprint.ts';
import { recordWrite } from '../files/seen/record-write.ts';
import type { EditorFiles } from '../files/load/editor-files.ts';
import type { ReadsFreely } from '../files/paths/reads-freely.ts';
import { resolvePath } from '../files/paths/resolve-path.ts';
import { PATCH_SIZE_LIMIT, structuredPatchOf } from '../files/text/structured-patch.ts';
import { decodeText, detectEncoding } from '../files/text/text-encoding.ts';
import { shownPath } from '../files/paths/shown-path.ts';
import { planWrite } from './plan-write.ts';
import { writeOutputSchema } from './write-output-schema.ts';
import { writeInputSchema, type WriteInput, type WriteOutput } from './write-schema.ts';
import { textForModel } from './write-result-text.ts';

const DESCRIPTION = `Writes a whole file: creates it, including parent directories, or replaces its content.

- To overwrite an existing file, read all of it first; it must not have changed since. To change part of a file, use Edit.
- The content is written as given, without adding a final newline. New files are UTF-8. Existing files keep their encoding and byte order mark, except that a Latin-1 file becomes UTF-8 if the content requires it. If all lines of the existing file end with CRLF, LF in the content is written as CRLF. The result mentions such conversions.
- The file is replaced atomically and keeps its permissions, owner and symbolic links.`;

interface WriteOptions {
  /**
   * Whether reading this file would need no approval; must not throw. Only then is the model told that a file it hasn't seen already has
   * the content to be written. Default: true for every file.
   */
  readonly readsFreely?: ReadsFreely | undefined;
  /** Where files may be open and not saved. Default: only the disk counts. */
  readonly editorFiles?: EditorFiles | undefined;
}

/**
 * The `Write` tool. Destructive where a file is there to be overwritten: if one appears after the call was approved, it is decided
 * again. Idempotent, because it leaves the
 * same bytes however often it runs.
 */
export function createWriteTool(options: WriteOptions = {}): Tool<WriteInput, WriteOutput> {
  const readsFreely = options.readsFreely ?? (() => true);
  return defineTool({
    name: 'Write',
    aliases: ['FileWrite'],
    description: DESCRIPTION,
    searchHint: 'create overwrite save new file content',
    inputSchema: writeInputSchema,
    outputSchema: writeOutputSchema,
    isReadOnly: false,
    isDestructive: ({ file_path }, context) =>
      context === undefined || existsSync(resolvePath(file_path, context.cwd).path),
    isIdempotent: true,
    claims: ({ file_path }, { cwd }) => claimsForWriting(file_path, cwd),
    actions: (input, context) => decidedActions(input, 'write', input.file_path, context),
    decidedOn: ({ file_path }, { cwd }) => decidedFile(file_path, cwd),
    suggestRules: ({ file_path }, { cwd }) => suggestEditRule(file_path, cwd),
    async validateInput(input, context) {
      const plan = await planWrite(input, context, readsFreely, options.editorFiles);
      return plan.ok ? { ok: true } : plan;
    },
    async preview(input, context) {
      const plan = await planWrite(input, context, readsFreely, options.editorFiles);
      if (!plan.ok || plan.isUnchanged) return undefined;
      const { loaded, text } = plan;
      if ((loaded?.bytes.length ?? 0) > PATCH_SIZE_LIMIT || text.bytes.length > PATCH_SIZE_LIMIT)
        return undefined;
      const hunks = await structuredPatchOf(
        loaded === undefined ? '' : textOf(loaded.bytes),
        textOf(text.bytes),
      );
      return hunks.length === 0 ? undefined : { kind: 'diff', hunks };
    },
    call: (input, context) =>
      writeWhereDecided(input, input.file_path, context, () => writeUnderLock(input, context, options)),
    toModel: textForModel,
    summarize: ({ file_path }, context) => `Write ${shownPath(file_path, context)}`,
  });
}

async function writeUnderLock(
  input: WriteInput,
  context: CallContext,
  { readsFreely = () => true, editorFiles }: WriteOptions,
): Promise<ToolResult<WriteOutput>> {
  const plan = await planWrite(input, context, readsFreely, editorFiles);
  if (!plan.ok) return fail(plan.code, plan.message);
  const { target, text, loaded, isUnchanged } = plan;
  context.signal.throwIfAborted();
  if (isUnchanged && loaded !== undefined) {
    recordWrite(context, target.realPath, loaded.stats, hashOfBytes(text.bytes));
  } else {
    const commit = { path: target.realPath, before: loaded, after: text.bytes, isKnown: true };
    const written = await commitFile(commit, context);
    if (!written.ok) return fail(written.code, written.message);
  }
  const before = loaded === undefined || loaded.bytes.length > PATCH_SIZE_LIMIT ? null : textOf(loaded.bytes);
  const canDiff = before !== null && text.bytes.length <= PATCH_SIZE_LIMIT;
  const content = text.isCrlf ? input.content.replaceAll('\n', '\r\n') : input.content;
  return {
    data: {
      type: loaded === undefined ? 'create' : 'update',
      filePath: target.path,
      content: input.content,
      bytes: text.bytes.length,
      structuredPatch: canDiff && !isUnchanged ? await structuredPatchOf(before, content) : [],
      originalFile: before,
      ...present({
        isUnchanged: isUnchanged || undefined,
        encoding: text.encoding === 'utf8' ? undefined : text.encoding,
        formerEncoding: text.givenUp,
        lineEnds: text.isCrlf ? 'crlf' : undefined,
        formerLineEnds: text.formerLineEnds !== undefined && !isUnchanged ? text.formerLineEnds : undefined,
      }),
    },
  };
}

function textOf(bytes: Buffer): string {
  return decodeText(bytes, detectEncoding(bytes, bytes.length) ?? 'utf8');
}
