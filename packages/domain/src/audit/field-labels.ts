import { changedFields } from './changed-fields.ts'
import { contentFields } from './content-fields.ts'

const EVERYWHERE: Readonly<Record<string, string>> = { ...contentFields, ...changedFields }

/** Prefix of a setting whose key was typed by a user. */
const SETTING = 'meta.'

/** Label of a changed field: the page's own, otherwise the common one. The log also contains names in camel case. */
export function fieldLabel(field: string, labels: Readonly<Record<string, string>>): string {
  if (field.startsWith(SETTING)) return `setarea ${field.slice(SETTING.length)}`
  const wire = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return labels[field] ?? labels[wire] ?? EVERYWHERE[wire] ?? field
}
