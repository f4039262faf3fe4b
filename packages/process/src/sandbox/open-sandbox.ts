import { closeSync, constants, openSync, realpathSync } from 'node:fs';
import { errorText, present } from '@sluice/base';
import { openAnonymousFile } from '../files/anonymous-file.ts';
import { writeWhole } from '../files/write-whole.ts';
import { openFilter } from './filter-file.ts';
import type { HostNetwork } from './network/host-network.ts';
import { holdPlaceholder, isPlaceholder, releasePlaceholder } from './placeholders.ts';
import { watchSuspects } from './put-aside.ts';
import { planLayers, type LayerPlan } from './plan-layers.ts';
import { sandboxArguments, TEMPORARY_DIRECTORY } from './sandbox-arguments.ts';
import type { Layer, SandboxPlace } from './sandbox-place.ts';
import type { SandboxProfile } from './sandbox-profile.ts';
import type { SandboxArchitecture } from './system-call-numbers.ts';

/** What to start a command with so that it runs in the sandbox. */
export interface OpenedSandbox {
  readonly status: 'opened';
  readonly program: string;
  /** Before the command's own words. */
  readonly words: readonly string[];
  /** Descriptors for bubblewrap, from 4 on; 3 belongs to the supervisor. */
  readonly descriptors: readonly (number | 'ipc')[];
  readonly environment: Readonly<Record<string, string>>;
  /** Directories that exist only while the command runs. */
  readonly placeholders: readonly string[];
  /** The route to individual hosts, if the profile lists any. */
  readonly network: HostNetwork | undefined;
  /** Renames what the command created that other programs would obey, and returns it. Call when no process of the command is left. */
  putAside(): readonly string[];
  /** Releases everything. Call when no process of the command is left. */
  close(): void;
}

export interface RefusedSandbox {
  readonly status: 'refused';
  /** A full sentence for the user. */
  readonly reason: string;
}

export interface SandboxRequest {
  readonly profile: SandboxProfile;
  readonly cwd: string;
  /** Absolute paths of files that the command writes for its caller; created if missing. */
  readonly ownFiles: readonly string[];
  readonly program: string;
  readonly architecture: SandboxArchitecture;
  /** Opened for the profile's host list. The sandbox closes it. */
  readonly network?: HostNetwork;
}

const FIRST_DESCRIPTOR = 4;
/** Root may always read files; mounts still block writes. */
const ROOT_READS = ['CAP_DAC_READ_SEARCH'];
const ROOT_WRITES = [...ROOT_READS, 'CAP_DAC_OVERRIDE', 'CAP_CHOWN', 'CAP_FOWNER', 'CAP_FSETID'];
const { O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

/** Checks the profile's paths, creates what must exist and opens what bubblewrap reads. Never throws. */
export function openSandbox(request: SandboxRequest): OpenedSandbox | RefusedSandbox {
  const opened: number[] = [];
  const held: string[] = [];
  const close = (): void => {
    for (const descriptor of opened.splice(0)) closeSync(descriptor);
    for (const path of held.splice(0)) releasePlaceholder(path);
    request.network?.close();
  };
  try {
    const { profile, ownFiles, program, architecture, network } = request;
    for (const path of ownFiles) closeSync(openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW, 0o600));
    const planned = planLayers(profile, ownFiles, isPlaceholder);
    if (planned.status === 'refused') {
      close();
      return planned;
    }
    const inner = (network?.files ?? []).map((file): Layer => ({ ...file, as: 'other-file' }));
    const plan = { ...planned, layers: [...planned.layers, ...inner] };
    for (const path of plan.placeholders) {
      holdPlaceholder(path);
      held.push(path);
    }
    const filter = openFilter(architecture, profile.unixSockets === 'open');
    opened.push(filter);
    const empty = openSync('/dev/null', 'r');
    opened.push(empty);
    const between = network?.descriptors ?? [];
    const emptyFiles = plan.layers.filter(({ as }) => as === 'empty-file').map(() => empty);
    const texts = new Map<string, number>();
    for (const { path, text } of textLayers(plan.layers)) {
      const file = openText(text);
      opened.push(file);
      texts.set(path, file);
    }
    const before = [filter, ...between, ...emptyFiles];
    const place: SandboxPlace = {
      ...placeOf(plan, profile, realpathSync(request.cwd), between.length),
      textDescriptors: new Map(
        [...texts.keys()].map((path, index) => [path, FIRST_DESCRIPTOR + before.length + index]),
      ),
    };
    return {
      status: 'opened',
      program,
      words: sandboxArguments(place),
      descriptors: [...before, ...texts.values()],
      environment: { ...environmentOf(profile), ...network?.environment },
      placeholders: plan.placeholders,
      network,
      putAside: watchSuspects(profile.suspects ?? []),
      close,
    };
  } catch (error) {
    close();
    const reason = errorText(error);
    return { status: 'refused', reason: `The sandbox could not be prepared: ${reason}` };
  }
}

function placeOf(
  plan: LayerPlan,
  profile: SandboxProfile,
  cwd: string,
  networkDescriptors: number,
): Omit<SandboxPlace, 'textDescriptors'> {
  const isRoot = process.geteuid?.() === 0;
  // The sandbox has its own devices, which would cover it.
  const ownDirectory = cwd.startsWith('/dev/') ? [{ path: cwd, as: 'read-only' } as const] : [];
  return {
    cwd,
    layers: [...ownDirectory, ...plan.layers],
    network: profile.network === 'host' ? 'host' : 'none',
    capabilities: !isRoot ? [] : profile.kind === 'read-only' ? ROOT_READS : ROOT_WRITES,
    filterDescriptor: FIRST_DESCRIPTOR,
    emptyDescriptor: FIRST_DESCRIPTOR + 1 + networkDescriptors,
  };
}

/** Of two texts for one path, the last applies. */
function textLayers(layers: readonly Layer[]): Iterable<{ readonly path: string; readonly text: string }> {
  const texts = layers.flatMap((layer) => (layer.as === 'other-file' ? [layer] : []));
  return new Map(texts.map((layer) => [layer.path, layer])).values();
}

/** A descriptor that reads the text from its beginning. */
function openText(text: string): number {
  const file = openAnonymousFile('anywhere');
  try {
    writeWhole(file, Buffer.from(text));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function environmentOf(profile: SandboxProfile): Readonly<Record<string, string>> {
  return {
    TMPDIR: TEMPORARY_DIRECTORY,
    // `git status` would rewrite the index to be faster next time.
    ...present({ GIT_OPTIONAL_LOCKS: profile.kind === 'read-only' ? '0' : undefined }),
  };
}
