import { parseRule, type PermissionRule } from '@sluice/core';
import { parseHostEntry, type HostList, type MaskedSecret } from '@sluice/process';
import type { LoadedSettings } from '../loaded-settings.ts';
import type { JudgedPart } from '../schema/judged-part.ts';
import { tlsTermination } from './secrets/tls-termination.ts';

interface SandboxNetwork {
  readonly network: 'none' | 'host' | HostList;
  /** Deny rules about hosts that no list can express. */
  readonly unkeptRules: readonly string[];
}

type Loaded = Pick<LoadedSettings, 'setting' | 'rules' | 'cwd' | 'home'>;

/**
 * What commands in the sandbox may reach: the lists of `sandbox.network`, plus the hosts of `WebFetch(domain:…)` rules. Every host without
 * exception means the host network itself; any other list requires a proxy, and so do values that are injected for hosts.
 */
export function sandboxNetwork(
  loaded: Loaded,
  secrets: readonly MaskedSecret[],
  onProblem: (part: JudgedPart, message: string) => void,
): SandboxNetwork {
  const entries = (key: string): readonly string[] =>
    (loaded.setting(key)?.origins ?? []).flatMap((part) => {
      const { value } = part;
      const problem = hostProblem(key, value);
      if (problem === undefined && typeof value === 'string') return [value];
      onProblem(part, problem ?? '');
      return [];
    });
  const listed = entries('sandbox.network.allowedDomains');
  const refused = entries('sandbox.network.deniedDomains');
  const isPolicyOnly = loaded.setting('sandbox.network.allowManagedDomainsOnly')?.value === true;
  const rules = loaded.rules.flatMap((rule) => {
    const host = hostOf(rule);
    return host === undefined ? [] : [{ rule, host, isKept: !('problem' in parseHostEntry(host)) }];
  });
  const hosts = (behavior: PermissionRule['behavior']): readonly string[] =>
    rules.flatMap(({ rule, host, isKept }) =>
      isKept &&
      rule.behavior === behavior &&
      (behavior === 'deny' || !isPolicyOnly || rule.source === 'managed')
        ? [host]
        : [],
    );
  const allowed = [...listed, ...hosts('allow')];
  const denied = [...refused, ...hosts('deny')];
  const ports = { ...portOf(loaded, 'httpProxyPort'), ...portOf(loaded, 'socksProxyPort') };
  const hasPort = Object.keys(ports).length > 0;
  const tlsTerminate = tlsTermination(loaded, onProblem);
  const exchange = exchangeOf(tlsTerminate, secrets);
  const isOpen = listed.includes('*') && denied.length === 0 && !hasPort && exchange === undefined;
  return {
    network: isOpen
      ? 'host'
      : allowed.length === 0 && !hasPort
        ? 'none'
        : { allowed, denied, ...ports, ...exchange },
    unkeptRules: rules.flatMap(({ rule, isKept }) =>
      !isKept && rule.behavior === 'deny' ? [rule.text] : [],
    ),
  };
}

/** The proxy doesn't need masked values that go to no host. */
function exchangeOf(
  tlsTerminate: HostList['tlsTerminate'],
  secrets: readonly MaskedSecret[],
): Pick<HostList, 'secrets' | 'tlsTerminate'> | undefined {
  const going = secrets.filter(({ hosts }) => hosts.length > 0);
  return tlsTerminate === undefined || going.length === 0 ? undefined : { tlsTerminate, secrets: going };
}

/** What is wrong with an entry in a host list; undefined if nothing is. */
export function hostProblem(key: string, value: unknown): string | undefined {
  const entry =
    typeof value === 'string' ? parseHostEntry(value) : { problem: 'an entry is not text with a host' };
  return 'problem' in entry ? `"${key}": ${JSON.stringify(value)} is left out: ${entry.problem}.` : undefined;
}

/** The host in a WebFetch rule; none for a rule about the whole tool. */
function hostOf({ text }: PermissionRule): string | undefined {
  const parsed = parseRule(text);
  if (!parsed.ok || parsed.parts.toolName !== 'WebFetch') return undefined;
  const [, host] = /^domain:(.+)$/s.exec(parsed.parts.specifier ?? '') ?? [];
  return host === undefined || host.trim() === '*' ? undefined : host.trim();
}

function portOf(loaded: Loaded, name: 'httpProxyPort' | 'socksProxyPort'): Partial<HostList> {
  const port = loaded.setting(`sandbox.network.${name}`)?.value;
  return typeof port === 'number' && Number.isInteger(port) ? { [name]: port } : {};
}
