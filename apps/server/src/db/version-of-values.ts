import crypto from 'node:crypto'

/** The same for the same values: what tells an editor that nobody has changed them meanwhile. */
export function versionOfValues(values: object): string {
  const inOrder = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
  return crypto.createHash('sha256').update(JSON.stringify(inOrder)).digest('hex').slice(0, 16)
}
