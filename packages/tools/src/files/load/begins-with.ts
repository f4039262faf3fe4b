import type { ReadableFile } from './open-file.ts';

const CHUNK = 4 * 1024 * 1024;

/** Whether an open file starts with these bytes. */
export async function beginsWith(file: ReadableFile, bytes: Uint8Array): Promise<boolean> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, bytes.length));
  for (let position = 0; position < bytes.length;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    const expected = bytes.subarray(position, position + bytesRead);
    if (bytesRead === 0 || !buffer.subarray(0, bytesRead).equals(expected)) return false;
    position += bytesRead;
  }
  return true;
}
