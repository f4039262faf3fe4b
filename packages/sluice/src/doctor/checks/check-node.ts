import type { Finding } from '../finding.ts';

const LEAST = [22, 13] as const;

export function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
  const system = `${process.platform} ${process.arch}`;
  return isEnough
    ? { name: 'Node', status: 'good', text: `${version} on ${system}` }
    : {
        name: 'Node',
        status: 'bad',
        text: `${version} on ${system}: Sluice needs ${LEAST.join('.')} or later.`,
      };
}
