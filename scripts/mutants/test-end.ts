/** How a run of test files ended. */
export type TestEnd =
  | { readonly status: 'passed'; readonly tests: number }
  /** The first test that failed, and what it said. */
  | { readonly status: 'failed'; readonly title: string; readonly message: string }
  /** Stopped after the time allowed. */
  | { readonly status: 'hung' }
  /** No test said anything: the sources or the test file do not even load. */
  | { readonly status: 'not-run'; readonly output: string };
