/* Not in the route: this folder has a file for the URL parameters of each screen. */
import type { ImportKind } from '@dispecerat/contract/office/imports'

/** URL parameters of /imports. */
export interface ImportParams {
  kind?: ImportKind
}

const KINDS: readonly ImportKind[] = ['drivers', 'cars', 'clients']

export function readImportParams(search: Record<string, unknown>): ImportParams {
  const kind = KINDS.find((one) => one === search.kind)
  return kind ? { kind } : {}
}
