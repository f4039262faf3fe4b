import { probeSandbox, type SandboxSupport } from '../../src/index.ts';

/**
 * Whether the sandbox works here, for suites that are skipped where it doesn't.
 * @throws in CI, where nothing may be skipped
 */
export async function neededSandbox(
  isCi: boolean = process.env['CI'] === 'true',
  probe: () => Promise<SandboxSupport> = probeSandbox,
): Promise<SandboxSupport> {
  const support = await probe();
  if (isCi && !support.isAvailable) throw new Error(`In CI this suite needs the sandbox: ${support.reason}`);
  return support;
}
