import { countText } from '@sluice/base';
import { findImportable, type ImportableServer } from '@sluice/mcp/import';
import { findRepository, type SettingsPlace } from '@sluice/settings';

/** What other programs have configured for this directory and this user. */
export function importable(place: SettingsPlace): ReturnType<typeof findImportable> {
  return findImportable(findRepository(place.cwd)?.root ?? place.cwd, place.home);
}

/** A server that several programs have is imported from the first of them. */
export function firstOfEach(servers: readonly ImportableServer[]): readonly ImportableServer[] {
  return servers.filter((server, index) => servers.findIndex(({ name }) => name === server.name) === index);
}

/** For the list of servers: that there are more in other programs' files. */
export function importHint(servers: readonly ImportableServer[], own: readonly string[]): string {
  const others = servers.filter(({ name }) => !own.includes(name));
  const programs = [...new Set(others.map(({ program }) => program))].join(', ');
  if (others.length === 0) return '';
  return `${countText(firstOfEach(others).length, 'server')} of ${programs} can be imported: sluice mcp import\n`;
}
