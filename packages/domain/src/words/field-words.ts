import { announcementAudiences } from './announcement-audiences.ts'
import { changedFields } from './changed-fields.ts'
import { contentFields, contentTypes } from './content-fields.ts'
import { fareDoubtReasons } from './fare-doubt-words.ts'
import { answerKeys, ringSounds } from './ring-choices.ts'

const EVERYWHERE: Readonly<Record<string, string>> = { ...contentFields, ...changedFields }

const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  audience: announcementAudiences,
  type: contentTypes,
  default_sound: ringSounds,
  line_answer: answerKeys,
  fare_doubt: fareDoubtReasons,
}

/** A word of the wire as the screens say it; as it stands where they have none. */
export function valueWord(field: string, value: unknown): unknown {
  return typeof value === 'string' ? (VALUES[field]?.[value] ?? value) : value
}

/** What a changed field is called: as its page says, else as every page does. The log also holds names in camel case. */
export function fieldWord(field: string, labels: Readonly<Record<string, string>>): string {
  const wire = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return labels[field] ?? labels[wire] ?? EVERYWHERE[wire] ?? field
}
