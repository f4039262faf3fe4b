/** UTF-16 units that make about one token, wherever tokens are estimated. */
export const CHARACTERS_PER_TOKEN = 4;
