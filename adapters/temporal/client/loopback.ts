/** `localhost`, `127.0.0.0/8` and `::1`, with or without brackets. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** The host of an address like `localhost:7233`, `[::1]:7233` or `http://localhost:7233`. */
export const hostOf = (address: string): string =>
  address.replace(/^[a-z]+:\/\//i, '').replace(/:\d+\/?$/, '');
