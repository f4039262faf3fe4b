import { readFileSync } from 'node:fs';
import { main } from './cli/main.ts';
import { unexpectedErrorText } from './cli/unexpected-error.ts';

/** The program: its built form is what the launcher in `bin` loads. */
function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : 'unknown';
}

function reportUnexpected(error: unknown): void {
  process.stderr.write(`${unexpectedErrorText(error, process.env)}\n`);
  process.exitCode = 1;
}

process.on('uncaughtException', (error) => {
  reportUnexpected(error);
  process.exit(1);
});
try {
  process.exitCode = await main(process.argv.slice(2), version);
} catch (error) {
  reportUnexpected(error);
}
