import { join, resolve } from 'node:path';
import type { SettingsPlace } from './options.ts';

/** Sluice's own user directory, and the other one whose files it also reads. */
export function configDirectories(place: Pick<SettingsPlace, 'env' | 'home'>): {
  readonly sluice: string | undefined;
  readonly claude: string | undefined;
} {
  const find = (variable: string, name: string): string | undefined => {
    const moved = place.env[variable];
    if (moved !== undefined && moved !== '') return resolve(moved);
    return place.home === undefined ? undefined : join(place.home, name);
  };
  return { sluice: find('SLUICE_CONFIG_DIR', '.sluice'), claude: find('CLAUDE_CONFIG_DIR', '.claude') };
}

/** The directory of drop-in files within one for administrators. */
export const MANAGED_DROP_INS = 'managed-settings.d';

/** Where administrators put policy, highest precedence first. */
export function managedDirectories(platform: NodeJS.Platform = process.platform): readonly string[] {
  switch (platform) {
    case 'darwin':
      return ['/Library/Application Support/Sluice', '/Library/Application Support/ClaudeCode'];
    case 'win32':
      return ['C:\\Program Files\\Sluice', 'C:\\Program Files\\ClaudeCode'];
    default:
      return ['/etc/sluice', '/etc/claude-code'];
  }
}
