import { execFile } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

export type ClipboardImage =
  | { readonly ok: true; readonly bytes: Buffer }
  /** A sentence that says why there is none. */
  | { readonly ok: false; readonly message: string };

/** Bytes of the largest image that is taken. */
const MAX_BYTES = 64 * 1024 * 1024;
/** An owner of the clipboard that does not answer. */
const WAIT_MS = 5000;

/** The image in the clipboard of the graphical session, as PNG. */
export async function clipboardImage(env: Environment): Promise<ClipboardImage> {
  const command = commandFor(env);
  if (command === undefined) {
    const why =
      env['SSH_CONNECTION'] === undefined ? 'no graphical session is running' : 'you are connected by ssh';
    return no(
      `The clipboard can't be read, because ${why}. Mention the image's file instead, as in @shot.png.`,
    );
  }
  const [program, ...args] = command;
  return new Promise((resolve) => {
    const options = {
      encoding: 'buffer',
      maxBuffer: MAX_BYTES,
      timeout: WAIT_MS,
      windowsHide: true,
    } as const;
    execFile(program, args, options, (error, stdout) => {
      if (error !== null && 'code' in error && error.code === 'ENOENT')
        resolve(
          no(
            `To attach an image from the clipboard, install ${program === 'xclip' ? 'xclip' : 'wl-clipboard'}.`,
          ),
        );
      else if (error !== null || stdout.length === 0) resolve(no('There is no image in the clipboard.'));
      else resolve({ ok: true, bytes: stdout });
    });
  });
}

function commandFor(env: Environment): readonly [string, ...string[]] | undefined {
  if ((env['WAYLAND_DISPLAY'] ?? '') !== '') return ['wl-paste', '-n', '-t', 'image/png'];
  if ((env['DISPLAY'] ?? '') !== '')
    return ['xclip', '-selection', 'clipboard', '-target', 'image/png', '-out'];
  return undefined;
}

function no(message: string): ClipboardImage {
  return { ok: false, message };
}
