import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errorCode } from '@sluice/base';
import { getOwn } from '@sluice/core';
import { isUtf8 } from 'node:buffer';
import { openForReading } from '@sluice/tools';
import type { AssembledAgent } from '@sluice/session/agent';

export type ReadFileAnswer =
  | { readonly ok: true; readonly response: object }
  | { readonly ok: false; readonly error: string };

const DEFAULT_BYTES = 1_048_576;
const MAX_BYTES = 16 * DEFAULT_BYTES;

/** The bytes of a file for the client, as far as the deny rules for Read let a file be shown. */
export async function readFileForClient(
  { runtime, parts }: Pick<AssembledAgent, 'runtime' | 'parts'>,
  request: object,
): Promise<ReadFileAnswer> {
  const wanted = getOwn(request, 'path');
  if (typeof wanted !== 'string' || wanted === '')
    return { ok: false, error: '"path" must be the path of a file.' };
  const encoding = getOwn(request, 'encoding') ?? 'utf-8';
  if (encoding !== 'utf-8' && encoding !== 'base64')
    return { ok: false, error: `"encoding" must be utf-8 or base64; got ${JSON.stringify(encoding)}.` };
  const given = getOwn(request, 'max_bytes') ?? DEFAULT_BYTES;
  if (typeof given !== 'number' || !Number.isSafeInteger(given) || given < 1)
    return { ok: false, error: `"max_bytes" must be a whole number above 0; got ${JSON.stringify(given)}.` };
  const { cwd } = runtime.session;
  const path = resolve(cwd, wanted);
  try {
    const real = await realpath(path);
    const { policy, state } = parts.permission;
    if (!policy.mayRead(path, cwd, state.current(), real))
      return { ok: false, error: `A permission rule denies reading ${path}.` };
    const file = openForReading(real);
    if (file === undefined) return { ok: false, error: `${path} is not a file.` };
    try {
      const whole = Number(file.stats.size);
      const size = Math.min(given, MAX_BYTES, whole);
      const buffer = Buffer.alloc(size);
      const { bytesRead } = await file.read(buffer, 0, size, 0);
      const bytes = buffer.subarray(0, bytesRead);
      const contents = bytes.toString(encoding === 'base64' ? 'base64' : 'utf8');
      return {
        ok: true,
        response: {
          ...{ contents, absPath: path },
          truncated: bytesRead < whole ? true : undefined,
          encoding: encoding === 'base64' ? encoding : undefined,
          lossy: encoding === 'base64' ? undefined : !isUtf8(bytes),
        },
      };
    } finally {
      file[Symbol.dispose]();
    }
  } catch (error) {
    return { ok: false, error: `${path} can't be read (${errorCode(error) ?? 'unknown error'}).` };
  }
}
