/* Not in its importer, which needs a browser: the unit test runs without one. */

export type ZoneIds = ReadonlySet<number>

/** Parses the stored ids; a broken or missing value hides nothing. */
export function readHiddenZones(stored: string | null): ZoneIds {
  try {
    const ids: unknown = JSON.parse(stored ?? '[]')
    return new Set(Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : [])
  } catch {
    return new Set()
  }
}
