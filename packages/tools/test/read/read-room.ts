import type { ContentBlock, ReadRecord } from '@sluice/core';
import type { ReadOptions } from '../../src/read/read-options.ts';
import type { ReadOutput } from '../../src/read/read-output.ts';
import type { ReadInput } from '../../src/read/read-schema.ts';
import { createReadTool } from '../../src/read/read-tool.ts';
import { createFakeContext, createFakeLedger } from '../files/fake-context.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';

export interface ReadResult {
  readonly data: ReadOutput | undefined;
  readonly failure: { readonly code: string; readonly message: string } | undefined;
  /** The text that the model sees. */
  readonly text: string;
  readonly images: readonly Extract<ContentBlock, { type: 'image' }>[];
  /** What a person was told meanwhile. */
  readonly progress: readonly unknown[];
  readonly record: ReadRecord | undefined;
}

/** A directory and a Read tool, of which all views can be looked at. */
export async function createReadRoom(options: ReadOptions = {}) {
  const cwd = await temporaryDirectory();
  const tool = createReadTool(options);
  return {
    cwd,
    tool,
    async read(input: ReadInput, signal?: AbortSignal): Promise<ReadResult> {
      const ledger = createFakeLedger();
      const progress: unknown[] = [];
      const context = createFakeContext({ cwd, ledger, ...(signal !== undefined && { signal }) });
      const returned = tool.call(input, { ...context, progress: (data) => void progress.push(data) });
      if (!(returned instanceof Promise)) throw new Error('Read returns a promise.');
      const { data, failure } = await returned;
      const content = data === undefined ? '' : (tool.toModel?.(data, input) ?? '');
      if (typeof content === 'object' && 'type' in content) throw new Error('Read stores nothing.');
      const blocks: readonly ContentBlock[] =
        typeof content === 'string' ? [{ type: 'text', text: content }] : content;
      const [record] = ledger.entries();
      return {
        data,
        failure,
        text: blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
        images: blocks.flatMap((block) => (block.type === 'image' ? [block] : [])),
        progress,
        record,
      };
    },
  };
}
