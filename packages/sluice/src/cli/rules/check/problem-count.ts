import { counted } from '../counted.ts';

export function problemCount(findings: readonly unknown[]): string {
  return findings.length === 0 ? 'no problems' : counted(findings.length, 'problem');
}
