import crypto from 'node:crypto'

/** A hash that is equal for equal values: an editor compares it to detect changes by others. */
export function versionOfValues(values: object): string {
  const inOrder = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
  return crypto.createHash('sha256').update(JSON.stringify(inOrder)).digest('hex').slice(0, 16)
}
