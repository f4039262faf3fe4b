import { PERMISSION_MODES } from '@sluice/core/display';

/** The permission modes for help texts: "default, acceptEdits, … or bypassPermissions". */
export const MODES = `${PERMISSION_MODES.slice(0, -1).join(', ')} or ${PERMISSION_MODES.at(-1)}`;
