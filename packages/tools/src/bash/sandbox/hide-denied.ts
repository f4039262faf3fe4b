import type { DeniedFilesQuestion } from './denied-files.ts';
import type { SandboxPolicy } from './sandbox-policy.ts';
import type { SandboxRequest } from './sandbox-request.ts';

interface DeniedQuestion {
  readonly policy: SandboxPolicy | undefined;
  /** Real paths of the working directories. */
  readonly workspace: readonly string[];
  readonly mayRead: DeniedFilesQuestion['mayRead'];
  readonly rules: DeniedFilesQuestion['rules'];
  readonly deniedFiles: (question: DeniedFilesQuestion) => Promise<readonly string[] | undefined>;
}

/**
 * Adds to the request the files that rules with patterns deny, as they are now; `isOpen`: there is too much to search, so only permission
 * enforces those rules. For a read-only command permission knows every file.
 */
export async function hideDenied(
  request: SandboxRequest,
  { policy, workspace, mayRead, rules, deniedFiles }: DeniedQuestion,
): Promise<{ readonly request: SandboxRequest; readonly isOpen: boolean }> {
  const { sandbox } = request;
  const isDue = policy?.looksForDenied === true && policy.files === 'kept-apart';
  if (sandbox === undefined || sandbox.kind === 'read-only' || !isDue) return { request, isOpen: false };
  const found = await deniedFiles({ roots: workspace, mayRead, rules, hidden: new Set(sandbox.hidden) });
  if (found === undefined) return { request, isOpen: true };
  return {
    request: { ...request, sandbox: { ...sandbox, found } },
    isOpen: false,
  };
}
