import { changedFields } from './changed-fields.ts'
import { contentFields } from './content-fields.ts'

const EVERYWHERE: Readonly<Record<string, string>> = { ...contentFields, ...changedFields }

/** Before the key of a setting that somebody typed. */
const SETTING = 'meta.'

/** What a changed field is called: as its page says, else as every page does. The log also holds names in camel case. */
export function fieldLabel(field: string, labels: Readonly<Record<string, string>>): string {
  if (field.startsWith(SETTING)) return `setarea ${field.slice(SETTING.length)}`
  const wire = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return labels[field] ?? labels[wire] ?? EVERYWHERE[wire] ?? field
}
