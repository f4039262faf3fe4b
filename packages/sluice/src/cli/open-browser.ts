import { spawn } from 'node:child_process';

/**
 * Opens a page in the user's browser. False: no suitable program is known. The URL is an argument, never shell text.
 */
export function openBrowser(page: URL): boolean {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const hasScreen =
    process.platform === 'darwin' ||
    process.env['DISPLAY'] !== undefined ||
    process.env['WAYLAND_DISPLAY'] !== undefined;
  if (!hasScreen) return false;
  const child = spawn(program, [page.href], { stdio: 'ignore', detached: true });
  // If it fails, the user opens the page manually.
  child.on('error', () => {});
  child.unref();
  return true;
}
