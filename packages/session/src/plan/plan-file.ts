import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { expandHome, isInside, type Files } from '@sluice/core';
import { configDirectories } from '@sluice/settings';

const ADJECTIVES =
  'amber bold brisk calm clear cosy crisp deep eager fair fine fleet fresh glad gold grand green keen kind light live lucid mellow merry mild neat nimble plain prime proud quick quiet rare ready rich royal sage sharp silver smart snug soft solid spry stark steady still stout sunny swift tidy true vivid warm wide wild wise witty young zesty noble plucky';
const NOUNS =
  'acorn anchor apple arrow badge beacon birch bloom branch breeze bridge brook canyon cedar cliff cloud clover comet coral creek crest dawn delta dune ember falcon feather fern field fjord forest gale garden glade grove harbor hazel heron hill island ivy lagoon lake lantern leaf maple meadow mesa moon moss oak orchard otter pearl pine prairie quartz raven reef ridge river robin';
const VERBS =
  'bending blinking blowing calling climbing coasting crossing dancing diving drifting falling fading flowing flying gazing gliding glowing growing hiding humming jumping landing leading leaping lifting looking mending moving nesting passing pacing playing racing resting riding rising roaming roving running sailing shining singing sitting soaring spinning standing staying swaying swimming tending tracing turning waiting waking walking wandering waving weaving winding working yielding ringing';

/** The directory of the user's own Sluice files: `~/.sluice`. */
export function ownDirectory(env: Readonly<Record<string, string | undefined>>): string {
  const home = env['HOME'] ?? homedir();
  return configDirectories({ env, home }).sluice ?? join(home, '.sluice');
}

interface PlanFile {
  /** Absolute and real. */
  readonly path: string;
  readonly notice: string | undefined;
}

interface PlanPlace {
  /** Absolute and real: the top of the project. */
  readonly root: string;
  /** Absolute: the user's own Sluice files. */
  readonly directory: string;
  readonly home: string;
  readonly files: Files;
}

/** Where a session's plan goes: a name of three words, always the same one for a session. */
export function planFile(
  sessionId: string,
  setting: unknown,
  { root, directory, home, files }: PlanPlace,
): PlanFile {
  const hash = createHash('sha256').update(sessionId).digest();
  const word = (words: string, at: number): string => {
    const list = words.split(' ');
    return list[hash.readUInt16BE(at) % list.length] ?? '';
  };
  const name = `${word(ADJECTIVES, 0)}-${word(VERBS, 2)}-${word(NOUNS, 4)}.md`;
  const usual = join(directory, 'plans');
  const real = (at: string): string => files.identify(join(at, name), '/').realPath;
  if (typeof setting !== 'string' || setting.trim() === '') return { path: real(usual), notice: undefined };
  const given = expandHome(setting, home);
  const path = real(resolve(root, given));
  if (isAbsolute(given) || isInside(path, root)) return { path, notice: undefined };
  const notice = `plansDirectory ${JSON.stringify(setting)} is outside the project. Plans go to ${usual}.`;
  return { path: real(usual), notice };
}

/** The plan of an agent that another opens: beside that of the other, which it can't write. */
export function childPlanFile(parent: string | undefined, id: string): string | undefined {
  return parent?.replace(/\.md$/, `-${id}.md`);
}
