import { changesWords } from './changes-words.ts'
import { contentWords } from './content-words.ts'

const EVERYWHERE: Readonly<Record<string, string>> = { ...contentWords.columns, ...changesWords.fields }

/** What a changed field is called: as its page says, else as every page does. The log also holds names in camel case. */
export function fieldWord(field: string, labels: Readonly<Record<string, string>>): string {
  const wire = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return labels[field] ?? labels[wire] ?? EVERYWHERE[wire] ?? field
}
