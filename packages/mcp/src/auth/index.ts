export type { DeviceLogin } from './device-login.ts';
export type { LoggedIn } from './logged-in.ts';
export type { LogInOptions } from './log-in.ts';
export { logIn, logOut } from './log-in.ts';
export type { OffersLoginOptions } from './offers-login.ts';
export { offersLogin } from './offers-login.ts';
