import { readFile, readTree, type Claim, type Claims } from '@sluice/core';
import type { CommandAnalysis } from '@sluice/shell';

/** What a read-only command reads, path by path; everything if a path is unknown. Any other command is exclusive. */
export function commandClaims(analysis: CommandAnalysis): Claims {
  if (!analysis.isReadOnly || analysis.changesDirectory) return 'exclusive';
  // A new name in a directory may match too.
  if (analysis.expandsPatterns) return 'everything';
  const claims: Claim[] = [];
  for (const { files, redirections } of analysis.commands) {
    for (const { path, isTree, levels } of [...files, ...redirections]) {
      // If links may lead elsewhere, the file is unknown until the command runs.
      if (path === undefined || path.includes('/..') || levels !== undefined) return 'everything';
      claims.push(isTree ? readTree(path) : readFile(path));
    }
  }
  return claims;
}
