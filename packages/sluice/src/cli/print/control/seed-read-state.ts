import { resolve } from 'node:path';
import { getOwn } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';

export type SeedAnswer = { readonly ok: true } | { readonly ok: false; readonly error: string };

/**
 * The request `seed_read_state`: the model has seen a file, although no call of this conversation read it. It is treated as read as long as it
 * is as it was then.
 */
export async function seedReadState(
  { runtime, parts }: Pick<AssembledAgent, 'runtime' | 'parts'>,
  request: object,
): Promise<SeedAnswer> {
  const [wanted, mtime] = [getOwn(request, 'path'), getOwn(request, 'mtime')];
  if (typeof wanted !== 'string' || wanted === '')
    return { ok: false, error: '"path" must be the path of a file.' };
  if (typeof mtime !== 'number' || !Number.isFinite(mtime))
    return { ok: false, error: '"mtime" must be the time of its last change, in milliseconds.' };
  const { cwd } = runtime.session;
  const path = resolve(cwd, wanted);
  const { policy, state } = parts.permission;
  const { seedRead } = await import('@sluice/tools');
  const problem = await seedRead(runtime.ledger, path, mtime, (real) =>
    policy.mayRead(path, cwd, state.current(), real),
  );
  return problem === undefined ? { ok: true } : { ok: false, error: problem };
}
