import { writeFileSync } from 'node:fs';
import { errorText, mediaExtension } from '@sluice/base';
import { durationText, type CallContext } from '@sluice/core';
import { outputToModel } from './results/output-to-model.ts';
import type { CallBackground, EndedCall, MovedCall } from './movable-call.ts';
import type { PeerAnswer } from './peer.ts';
import type { McpToolOutput, OutputItem } from './results/tool-output.ts';

interface MovedContext {
  readonly name: string;
  readonly callId: string;
  readonly background: CallBackground;
  readonly captureFile: CallContext['captureFile'];
  /** The output of an answer, or why it has none. */
  readonly read: (answer: PeerAnswer) => Promise<McpToolOutput | string>;
}

/** Makes a call that was moved a task: the result of the call. */
export function outputOfMoved(moved: MovedCall, context: MovedContext): McpToolOutput {
  const { name, callId, background, captureFile } = context;
  const { path } = captureFile();
  writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
  const ended = moved.answer.then(async (answer): Promise<EndedCall> => endOf(answer, path, context));
  const id = background.adopt({ name, callId, outputPath: path, ended, end: moved.end });
  const waited = durationText(moved.afterMs);
  const what = moved.isByUser
    ? `The user moved the call to the background after ${waited}: it continues`
    : `Not finished after ${waited}: the call continues in the background`;
  const text = `${what} as task ${id}. You get its result when it ends; it is then also in ${path}.`;
  return { content: [{ type: 'text', text }] };
}

/** Never rejects. */
async function endOf(answer: PeerAnswer, path: string, context: MovedContext): Promise<EndedCall> {
  if (answer.status === 'aborted') return { status: 'stopped' };
  try {
    const output = await context.read(answer);
    if (typeof output === 'string') return { status: 'failed', reason: output };
    const blocks = outputToModel({ ...output, content: output.content.map((item) => inFile(item, context)) });
    const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    writeFileSync(path, text);
    return { status: 'completed', text };
  } catch (error) {
    return { status: 'failed', reason: errorText(error) };
  }
}

/** A task's note has no images: they are in files. */
function inFile(item: OutputItem, { captureFile }: Pick<MovedContext, 'captureFile'>): OutputItem {
  if (item.type !== 'image') return item;
  const bytes = Buffer.from(item.data, 'base64');
  const { path } = captureFile(mediaExtension(item.mimeType));
  writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' });
  const { mimeType } = item;
  return {
    type: 'file',
    kind: 'image',
    mimeType,
    uri: undefined,
    bytes: bytes.length,
    path,
    problem: undefined,
  };
}
