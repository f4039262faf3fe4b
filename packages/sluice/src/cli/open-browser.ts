import { spawn } from 'node:child_process';

/** How long it takes at most until it is known that no page was opened. */
const OPENING_MS = 10_000;

/** Whether this machine has a screen that a browser could be opened on. */
export function hasBrowser(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform === 'darwin' || DISPLAY !== undefined || WAYLAND_DISPLAY !== undefined;
}

/**
 * Opens a page in the user's browser. False: there is no screen. The URL is an argument, never shell text.
 * @param onFailed called if the program that opens pages is missing, or says that it can't. Must not throw. Default: nothing
 */
export function openBrowser(page: URL, onFailed: () => void = () => {}): boolean {
  if (!hasBrowser()) {
    onFailed();
    return false;
  }
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(program, [page.href], { stdio: 'ignore', detached: true });
  child.on('error', onFailed);
  const startedAt = performance.now();
  child.on('exit', (code) => {
    // Later, it is the browser that ends.
    if (code !== null && code !== 0 && performance.now() - startedAt < OPENING_MS) onFailed();
  });
  child.unref();
  return true;
}
