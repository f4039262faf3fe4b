let isLeftOpen = false;

/** Something that needs no more time, such as a request to a dead server, must not keep the program from ending. */
export const leftOpen = {
  note: (): void => void (isLeftOpen = true),
  isNoted: (): boolean => isLeftOpen,
};
