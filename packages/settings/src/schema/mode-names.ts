import { PERMISSION_MODES } from '@sluice/core';

/** The modes as spelled in settings and flags; `manual` is an alias of `default`. */
export const MODE_NAMES = [...PERMISSION_MODES, 'manual'] as const;
