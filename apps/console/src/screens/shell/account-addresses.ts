const OFFICE = /^\/(orders|my-clients|statements|settings\/account)(\/|$)/
/** Its desk is the one of its company's package; the older layout and the newer are both an operator's. */
const DESK = {
  operator: /^\/operator(\/v2)?(\/order(\/|$)|\/?$)/,
  delivery: /^\/delivery(\/|$)/,
}

/** What a protocol company opens (role matrix 4.1, column COM); there is nothing of its own on a map of cars. */
export function isOfAccount(pathname: string, delivers: boolean): boolean {
  return OFFICE.test(pathname) || DESK[delivers ? 'delivery' : 'operator'].test(pathname)
}
