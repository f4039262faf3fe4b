import { errorText } from '@sluice/base';
import { loadSettings } from '@sluice/settings';
import type { EarlyPrompt } from '@sluice/terminal/early';
import type { PrintOptions } from '../../print/print-options.ts';
import { sayAs } from '../../say.ts';
import { placeOf } from '../../settings-place.ts';
import { startDirectory } from '../../start-directory.ts';
import { WRONG_USAGE } from '../../usage-error.ts';
import { InteractiveTerminal } from '../interactive-terminal.ts';
import { readTerminalSettings } from './terminal-settings.ts';

const say = sayAs('sluice');

/**
 * Runs the interactive terminal until the user leaves; returns the exit code.
 * @param how `picks`: let the user choose the session to resume from a list; `isPlain`: draw nothing, only append lines; `early`: the
 *   prompt that is on the terminal so far
 */
export async function runInteractive(
  options: PrintOptions,
  how: {
    readonly picks: boolean;
    readonly isPlain: boolean;
    readonly early: EarlyPrompt | undefined;
  },
  version: () => string,
): Promise<number> {
  const { early } = how;
  const start = startDirectory(options.cwd);
  if (!start.ok) {
    early?.close();
    say(start.message);
    return WRONG_USAGE;
  }
  const cwd = start.directory;
  let terminal: InteractiveTerminal;
  try {
    const placed = placeOf(cwd);
    const loaded = placed.ok ? loadSettings(placed.place) : undefined;
    const settings = readTerminalSettings(loaded);
    const isPlain = how.isPlain || settings.isPlain;
    // The settings of the directory may want plain mode too.
    if (isPlain) early?.close();
    terminal = new InteractiveTerminal({ options, isPlain, cwd, version, loaded, settings, early });
  } catch (error) {
    early?.close();
    say(`The terminal can't be opened for input (${errorText(error)}). Use sluice -p "PROMPT".`);
    return WRONG_USAGE;
  }
  return terminal.run(how.picks);
}
