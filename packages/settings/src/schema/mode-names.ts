import { PERMISSION_MODES } from '@sluice/core';

/** The modes as settings and flags spell them; `manual` is another word for `default`. */
export const MODE_NAMES = [...PERMISSION_MODES, 'manual'] as const;
