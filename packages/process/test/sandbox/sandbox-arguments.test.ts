import { describe, expect, it } from 'vitest';
import { sandboxArguments } from '../../src/sandbox/sandbox-arguments.ts';
import type { SandboxPlace } from '../../src/sandbox/sandbox-place.ts';

const place: SandboxPlace = {
  cwd: '/w',
  layers: [],
  network: 'none',
  capabilities: [],
  filterDescriptor: 4,
  emptyDescriptor: 5,
  textDescriptors: new Map(),
};
const textOf = (more: Partial<SandboxPlace>): string => sandboxArguments({ ...place, ...more }).join(' ');

describe('the words for bubblewrap', () => {
  it('are these without anything to write or hide', () => {
    expect(textOf({})).toBe(
      '--die-with-parent --new-session --unshare-pid --unshare-ipc --unshare-net --cap-drop ALL --ro-bind / / --dev /dev --proc /proc --remount-ro /proc --seccomp 4 --chdir /w --',
    );
  });

  it('leave the network where the host’s is wanted, and keep the capabilities named', () => {
    const text = textOf({ network: 'host', capabilities: ['CAP_CHOWN'] });
    expect(text).not.toContain('--unshare-net');
    expect(text).toContain('--cap-drop ALL --cap-add CAP_CHOWN');
  });

  it('lay the deeper path over the one above it, whatever their order', () => {
    const text = textOf({
      layers: [
        { path: '/w/a/b', as: 'read-only' },
        { path: '/w', as: 'writable' },
        { path: '/w/a', as: 'pinned' },
      ],
    });
    expect(text).toContain('--bind /w /w --bind /w/a /w/a --ro-bind /w/a/b /w/a/b');
  });

  it('give each empty file a descriptor of its own, and close empty directories last', () => {
    const text = textOf({
      layers: [
        { path: '/w/x', as: 'empty-file' },
        { path: '/w/d', as: 'empty-directory' },
        { path: '/w/yy', as: 'empty-file' },
        { path: '/w/d/in', as: 'writable' },
      ],
    });
    expect(text).toContain(
      '--ro-bind-data 5 /w/x --tmpfs /w/d --ro-bind-data 6 /w/yy --bind /w/d/in /w/d/in --remount-ro /w/d --seccomp',
    );
  });

  it('give each other text the descriptor of its path', () => {
    const text = textOf({
      layers: [
        { path: '/w/longer', as: 'other-file', text: 'b' },
        { path: '/w', as: 'writable' },
        { path: '/w/x', as: 'other-file', text: 'a' },
      ],
      textDescriptors: new Map([
        ['/w/longer', 8],
        ['/w/x', 7],
      ]),
    });
    expect(text).toContain('--bind /w /w --ro-bind-data 7 /w/x --ro-bind-data 8 /w/longer');
  });

  it('put a writable root under the devices of the sandbox', () => {
    const text = textOf({ layers: [{ path: '/', as: 'writable' }] });
    expect(text).toContain('--ro-bind / / --bind / / --dev /dev');
  });

  it('take the last of two layers for one path', () => {
    const text = textOf({
      layers: [
        { path: '/w', as: 'writable' },
        { path: '/w', as: 'read-only' },
      ],
    });
    expect(text).not.toContain('--bind /w');
    expect(text).toContain('--ro-bind /w /w');
  });
});
