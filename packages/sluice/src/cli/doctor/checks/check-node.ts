import { nodeProblem } from '@sluice/session';
import type { Finding } from '../finding.ts';

export function checkNode(version = process.versions.node): Finding {
  const problem = nodeProblem(version);
  const text = `${version} on ${process.platform} ${process.arch}`;
  return problem === undefined
    ? { name: 'Node', status: 'good', text }
    : { name: 'Node', status: 'bad', text: `${text}: ${problem}` };
}
