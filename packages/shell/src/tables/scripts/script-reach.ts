/** What a script of sed or awk does besides printing. `undefined`: something that only shows when it runs. */
export interface ScriptReach {
  readonly commands: readonly (string | undefined)[];
  readonly writes: readonly (string | undefined)[];
  readonly reads: readonly (string | undefined)[];
}

/** A script that isn't known may do anything. */
export const UNKNOWN_REACH: ScriptReach = { commands: [undefined], writes: [undefined], reads: [undefined] };

export function joinedReach(all: readonly ScriptReach[]): ScriptReach {
  return {
    commands: all.flatMap(({ commands }) => commands),
    writes: all.flatMap(({ writes }) => writes),
    reads: all.flatMap(({ reads }) => reads),
  };
}
