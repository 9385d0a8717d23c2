import crypto from 'node:crypto'
import type { SettingsValues } from './group-settings.store.ts'

/** The same for the same values: what tells an editor that nobody has changed the group meanwhile. */
export function versionOfValues(values: SettingsValues): string {
  const inOrder = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
  return crypto.createHash('sha256').update(JSON.stringify(inOrder)).digest('hex').slice(0, 16)
}
