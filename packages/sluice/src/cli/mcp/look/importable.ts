import { countText } from '@sluice/base';
import { findImportable, type ImportableServer } from '@sluice/mcp/import';
import { findRepository, type SettingsPlace } from '@sluice/settings';

/** Servers that other programs have configured for this directory and user. */
export function importable(place: SettingsPlace): ReturnType<typeof findImportable> {
  return findImportable(findRepository(place.cwd)?.root ?? place.cwd, place.home);
}

/** If several programs have a server, it is imported from the first. */
export function firstOfEach(servers: readonly ImportableServer[]): readonly ImportableServer[] {
  return servers.filter((server, index) => servers.findIndex(({ name }) => name === server.name) === index);
}

/** A note for the list of servers that other programs' files contain more. */
export function importHint(servers: readonly ImportableServer[], own: readonly string[]): string {
  const others = servers.filter(({ name }) => !own.includes(name));
  const programs = [...new Set(others.map(({ program }) => program))].join(', ');
  if (others.length === 0) return '';
  return `${countText(firstOfEach(others).length, 'server')} of ${programs} can be imported: sluice mcp import\n`;
}
