import { isInside, type ToolPermission } from '@sluice/core';
import type { AnalyzedCommand } from '@sluice/shell';
import { resolvePath } from '../../files/paths/resolve-path.ts';
import { sandboxRequest, type SandboxFacts } from './sandbox-request.ts';

/**
 * A command needs no further permission if the sandbox keeps it within the working directories: the settings say so, it would run in a
 * profile, and it names no file outside. Rules and safety checks still ask. The sandbox doesn't prevent reading elsewhere, so a command
 * that is known to do so asks, with that as the reason.
 */
export function allowedBySandbox(facts: Omit<SandboxFacts, 'outputPath'>): ToolPermission {
  const { policy, analysis, workspace } = facts;
  if (policy?.autoAllows !== true || analysis.opaque !== undefined) return PASSED;
  if (sandboxRequest({ ...facts, outputPath: '' }).sandbox === undefined) return PASSED;
  for (const command of analysis.commands) {
    for (const file of [...command.files, ...command.redirections]) {
      if (!isKept(file.path, workspace)) return { ...PASSED, message: whyNot(command, file) };
    }
  }
  return { behavior: 'allow', message: WHY_ALLOWED };
}

const PASSED = { behavior: 'passthrough' } as const;
const WHY_ALLOWED = 'the sandbox keeps it within the working directories (sandbox.autoAllowBashIfSandboxed)';

function isKept(path: string | undefined, workspace: readonly string[]): boolean {
  if (path === undefined) return false;
  if (HARMLESS.has(path)) return true;
  const { realPath } = resolvePath(path, '/');
  return workspace.some((directory) => isInside(realPath, directory));
}

type File = AnalyzedCommand['files'][number];

/** The sandbox may well contain the rest of the command; this part is what the user should look at. */
function whyNot({ source }: AnalyzedCommand, { access, path }: File): string {
  const does = access === 'read' || access === 'list' ? 'reads' : access === 'write' ? 'writes' : 'removes';
  const what = path === undefined ? 'unknown files' : `${path}, outside the working directories`;
  return `${source} ${does} ${what}, so the sandbox alone does not allow it`;
}

const HARMLESS: ReadonlySet<string> = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr']);
