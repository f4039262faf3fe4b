import { writeFileSync } from 'node:fs';
import { errorText, mediaExtension } from '@sluice/base';
import type { CallContext } from '@sluice/core';
import type { OutputItem } from './tool-output.ts';

/** A server that returns tens of thousands of tiny files would fill the disk, and hold up everything else. */
const MAX_FILES = 100;

type NewFile = CallContext['captureFile'];

/** Puts what no model is shown into a file, whose name ends as its media type says. */
export function storeBytes(
  kind: string,
  bytes: Buffer,
  mimeType: string | undefined,
  uri: string | undefined,
  captureFile: NewFile,
): Extract<OutputItem, { type: 'file' }> {
  const item = { type: 'file', kind, mimeType, uri, bytes: bytes.length } as const;
  try {
    const { path } = captureFile(mediaExtension(mimeType));
    writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' });
    return { ...item, path, problem: undefined };
  } catch (error) {
    return { ...item, path: undefined, problem: errorText(error) };
  }
}

/** The files of one result: it throws after the first hundred. */
export function limitFiles(captureFile: NewFile): NewFile {
  let files = 0;
  return (extension) => {
    if (files >= MAX_FILES) throw new Error(`only the first ${MAX_FILES} files of a result are saved`);
    files += 1;
    return captureFile(extension);
  };
}
