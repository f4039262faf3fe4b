import { writeFileSync } from 'node:fs';
import { errorText } from '@sluice/base';
import type { CaptureFile } from '@sluice/core';
import type { OutputItem } from './tool-output.ts';

/** A server that returns tens of thousands of tiny files would fill the disk, and hold up everything else. */
const MAX_FILES = 100;

/** Puts what no model is shown into a file. */
export function storeBytes(
  kind: string,
  bytes: Buffer,
  mimeType: string | undefined,
  uri: string | undefined,
  captureFile: () => CaptureFile,
): Extract<OutputItem, { type: 'file' }> {
  const item = { type: 'file', kind, mimeType, uri, bytes: bytes.length } as const;
  try {
    const { path } = captureFile();
    writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' });
    return { ...item, path, problem: undefined };
  } catch (error) {
    return { ...item, path: undefined, problem: errorText(error) };
  }
}

/** The files of one result: it throws after the first hundred. */
export function limitFiles(captureFile: () => CaptureFile): () => CaptureFile {
  let files = 0;
  return () => {
    if (files >= MAX_FILES) throw new Error(`only the first ${MAX_FILES} files of a result are saved`);
    files += 1;
    return captureFile();
  };
}
