import type { ImportKind } from '@dispecerat/contract/imports'

/** URL parameters of /imports. */
export interface ImportSearch {
  kind?: ImportKind
}

const KINDS: readonly ImportKind[] = ['drivers', 'cars', 'clients']

export function readImportSearch(search: Record<string, unknown>): ImportSearch {
  const kind = KINDS.find((one) => one === search.kind)
  return kind ? { kind } : {}
}
