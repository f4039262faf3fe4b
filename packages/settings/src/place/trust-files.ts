import { dirname, join } from 'node:path';
import { configDirectories } from './config-directories.ts';
import type { SettingsPlace } from './options.ts';

export type TrustPlace = Pick<SettingsPlace, 'env' | 'home'>;

/** Sluice's own list of trusted roots. */
export function trustFile(place: TrustPlace): string | undefined {
  const { sluice } = configDirectories(place);
  return sluice === undefined ? undefined : join(sluice, 'trust.json');
}

/** The file in which Claude Code records what the user trusts: beside its directory, or inside it if it was moved. */
export function claudeStateFile(place: TrustPlace): string | undefined {
  const { claude } = configDirectories(place);
  if (claude === undefined) return undefined;
  const moved = place.env['CLAUDE_CONFIG_DIR'];
  return join(moved === undefined || moved === '' ? dirname(claude) : claude, '.claude.json');
}
