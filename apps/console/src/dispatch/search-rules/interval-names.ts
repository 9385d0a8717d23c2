import { whenText } from '@dispecerat/domain/dispatch/interval-labels'
import { builderMessages } from './builder-messages.ts'
import { fieldsOf, type RulesDraft } from './rules-draft.ts'

/** The interval's name, or else a text of when it applies. */
export function nameOf(draft: RulesDraft, id: number): string {
  const fields = fieldsOf(draft, id)
  return fields.name.trim() || whenText(fields)
}

export function namesOf(draft: RulesDraft, ids: readonly number[]): string {
  return ids.map((id) => nameOf(draft, id)).join(', ')
}

export function stepName(index: number): string {
  return builderMessages.stepName(index + 1)
}
