import { isInside } from '@sluice/core';
import { resolvePath } from '../../files/resolve-path.ts';
import { sandboxRequest, type SandboxFacts } from './sandbox-request.ts';

/**
 * Whether a command needs no further permission, because the sandbox keeps what it does within the working directories:
 * the settings say so, it would run in a profile, and it names no file outside. What a rule or a floor asks is asked all
 * the same. Reading elsewhere is not kept apart by a sandbox, so what is seen to read elsewhere is asked about.
 */
export function allowedBySandbox(facts: Omit<SandboxFacts, 'outputPath'>): boolean {
  const { policy, analysis, workspace } = facts;
  if (policy?.autoAllows !== true || analysis.opaque !== undefined) return false;
  if (sandboxRequest({ ...facts, outputPath: '' }).sandbox === undefined) return false;
  const files = analysis.commands.flatMap((command) => [...command.files, ...command.redirections]);
  return files.every(({ path }) => {
    if (path === undefined) return false;
    if (HARMLESS.has(path)) return true;
    const { realPath } = resolvePath(path, '/');
    return workspace.some((directory) => isInside(realPath, directory));
  });
}

const HARMLESS: ReadonlySet<string> = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr']);
