/** Why hooks of a skill or an agent can't be read. Undefined: they can. The reader is loaded once there are such hooks. */
export async function hooksProblem(hooks: unknown): Promise<string | undefined> {
  const { unreadableHooks } = await import('@sluice/hooks');
  return unreadableHooks(hooks);
}
