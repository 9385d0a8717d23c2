import { announcementWords } from './announcement-words.ts'
import { changesWords } from './changes-words.ts'
import { contentWords } from './content-words.ts'
import { ringWords } from './ring-words.ts'

const EVERYWHERE: Readonly<Record<string, string>> = { ...contentWords.columns, ...changesWords.fields }

const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  audience: announcementWords.audiences,
  type: contentWords.types,
  default_sound: ringWords.sounds,
  line_answer: ringWords.settings,
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
