/** What has to come by itself, with no timer that must pass: a test that waits in vain ends at once. */
export async function soon<T>(promise: Promise<T>): Promise<T> {
  const state = { isDone: false };
  const watched = promise.finally(() => {
    state.isDone = true;
  });
  // A failure is told below.
  watched.catch(() => {});
  for (let tick = 0; tick < 1000 && !state.isDone; tick += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!state.isDone) throw new Error('Nothing more happens, and it has not come.');
  return watched;
}
