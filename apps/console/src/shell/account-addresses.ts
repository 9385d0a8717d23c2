/* Not in its component's file, which exports only components: the unit test imports this. */

const OFFICE = /^\/(orders|my-clients|statements|settings\/account)(\/|$)/
/** The workspace depends on the package of the company; both operator layouts belong to one package. */
const WORKSPACE_PATHS = {
  operator: /^\/operator(\/v2)?(\/order(\/|$)|\/?$)/,
  delivery: /^\/delivery(\/|$)/,
}

/** The paths that a protocol company may open; it has no map of cars. */
export function isOfAccount(pathname: string, delivers: boolean): boolean {
  return OFFICE.test(pathname) || WORKSPACE_PATHS[delivers ? 'delivery' : 'operator'].test(pathname)
}
