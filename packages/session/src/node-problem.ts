const LEAST = [22, 13] as const;

/**
 * One sentence saying why this Node can't run Sluice; undefined: it can. Without this check, an old version
 * would fail at the first command.
 */
export function nodeProblem(version = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
  return isEnough ? undefined : `Sluice needs Node ${LEAST.join('.')} or newer; this is ${version}.`;
}
