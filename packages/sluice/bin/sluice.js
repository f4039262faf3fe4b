#!/usr/bin/env node
// Only syntax that any Node with modules can parse: a version that is too old gets a message, not a SyntaxError.
const [major, minor] = process.versions.node.split('.').map(Number);
const isTooOld = major < 22 || (major === 22 && minor < 13);

import(isTooOld ? './newer-node.js' : '../dist/cli.js').catch((error) => {
  process.exitCode = 1;
  if (error.code === 'ERR_MODULE_NOT_FOUND' && String(error.message).includes('dist/cli.js')) {
    console.error('sluice has not been built. In its repository, run: npm run build');
    return;
  }
  console.error(process.env.SLUICE_DEBUG === '1' ? error : `sluice: ${error.message}`);
});
