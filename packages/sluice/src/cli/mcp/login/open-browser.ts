import { spawn } from 'node:child_process';

/** Shows a page in the person's browser. False: no program is known that could. The address is an argument, never shell text. */
export function openBrowser(page: URL): boolean {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const hasScreen =
    process.platform === 'darwin' ||
    process.env['DISPLAY'] !== undefined ||
    process.env['WAYLAND_DISPLAY'] !== undefined;
  if (!hasScreen) return false;
  const child = spawn(program, [page.href], { stdio: 'ignore', detached: true });
  // Where there is none, the person opens the page themselves.
  child.on('error', () => {});
  child.unref();
  return true;
}
