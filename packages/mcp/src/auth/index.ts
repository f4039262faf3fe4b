export type { LoggedIn, LogInOptions } from './log-in.ts';
export { logIn, logOut } from './log-in.ts';
