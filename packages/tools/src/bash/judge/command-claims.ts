import { readFile, readTree, type Claim, type Claims } from '@sluice/core';
import type { CommandAnalysis } from '@sluice/shell';

/** What a read-only command reads, path by path; everything where a path is not known. Any other command is exclusive. */
export function commandClaims(analysis: CommandAnalysis): Claims {
  if (!analysis.isReadOnly || analysis.changesDirectory) return 'exclusive';
  // A new name in a directory may match too.
  if (analysis.expandsPatterns) return 'everything';
  const claims: Claim[] = [];
  for (const { files, redirections } of analysis.commands) {
    for (const { path, isTree, levels } of [...files, ...redirections]) {
      // Where links may lead elsewhere than the text says, the file is not known before it runs.
      if (path === undefined || path.includes('/..') || levels !== undefined) return 'everything';
      claims.push(isTree ? readTree(path) : readFile(path));
    }
  }
  return claims;
}
