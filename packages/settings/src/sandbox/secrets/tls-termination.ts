import { getOwn, isJsonObject } from '@sluice/core';
import type { TlsTermination } from '@sluice/process';
import type { LoadedSettings } from '../../loaded-settings.ts';
import type { JudgedPart } from '../../schema/judged-part.ts';
import { sandboxPath } from '../sandbox-path.ts';

const KEY = 'sandbox.network.tlsTerminate';

/** The settings for TLS termination in the proxy; undefined if none are usable, and all TLS passes through unread. */
export function tlsTermination(
  loaded: Pick<LoadedSettings, 'setting' | 'cwd' | 'home'>,
  onProblem: (part: JudgedPart, message: string) => void,
): TlsTermination | undefined {
  const part = loaded.setting(KEY)?.origins[0];
  if (part === undefined || !isJsonObject(part.value)) return undefined;
  const [certificate, key] = [getOwn(part.value, 'caCertPath'), getOwn(part.value, 'caKeyPath')];
  if (certificate === undefined && key === undefined) return {};
  if (certificate === undefined || key === undefined) {
    onProblem(
      part,
      `"${KEY}" needs both "caCertPath" and "caKeyPath", or neither. Until this is fixed, it has no effect.`,
    );
    return undefined;
  }
  const [caCertPath, caKeyPath] = [certificate, key].map((value) => {
    const found = sandboxPath({ ...part, value }, loaded);
    return 'path' in found ? found.path : undefined;
  });
  if (caCertPath !== undefined && caKeyPath !== undefined) return { caCertPath, caKeyPath };
  onProblem(
    part,
    `"${KEY}": "caCertPath" and "caKeyPath" must be paths. Until this is fixed, it has no effect.`,
  );
  return undefined;
}

/** Keys of the certificate authorities in any of the settings, used or not. Absolute, as written. */
export function authorityKeys(loaded: Pick<LoadedSettings, 'setting' | 'cwd' | 'home'>): readonly string[] {
  const named = (loaded.setting(KEY)?.origins ?? []).flatMap((part) => {
    const value = isJsonObject(part.value) ? getOwn(part.value, 'caKeyPath') : undefined;
    const found = value === undefined ? { problem: '' } : sandboxPath({ ...part, value }, loaded);
    return 'path' in found ? [found.path] : [];
  });
  return [...new Set(named)];
}
