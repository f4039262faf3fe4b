/** Loads what opening a session uses of Node: the editor has the answer to `initialize` by now, and takes some time to read it. */
export function warmUp(): void {
  process.getBuiltinModule('node:crypto');
  process.getBuiltinModule('node:https');
  // It loads with the first use.
  void process.getBuiltinModule('node:fs').ReadStream;
}
