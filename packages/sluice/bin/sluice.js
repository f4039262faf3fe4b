#!/usr/bin/env node
// Only syntax that any Node with modules can parse: a version that is too old gets a message, not a SyntaxError.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 13)) {
  import('./newer-node.js').then(({ newerNode, runWith }) => {
    const node = newerNode();
    if (node !== undefined) return runWith(node, new URL(import.meta.url));
    console.error(
      `sluice needs Node 22.13 or newer; this is Node ${process.versions.node}. ` +
        'Install a newer Node (https://nodejs.org), or put one first on PATH.',
    );
    process.exitCode = 1;
  });
} else {
  import('../dist/cli.js').catch((error) => {
    process.exitCode = 1;
    if (error.code === 'ERR_MODULE_NOT_FOUND' && String(error.message).includes('dist/cli.js')) {
      console.error('sluice has not been built. In its repository, run: npm run build');
      return;
    }
    console.error(process.env.SLUICE_DEBUG === '1' ? error : `sluice: ${error.message}`);
  });
}
