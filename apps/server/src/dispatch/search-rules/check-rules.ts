import type { MethodDefinitions } from '@dispecerat/contract/dispatch/search-rules'
import { stepFromWire } from '@dispecerat/contract/dispatch/search-steps'
import { validateStep } from '@dispecerat/domain/dispatch/search/rules/validate-step'
import type { SearchStep } from '@dispecerat/domain/dispatch/search-rules'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'

/** Validates the steps of a method; throws `FieldErrors` at 'definitions.items.0.search_time' and the like. */
export function stepsOf({ items }: MethodDefinitions): SearchStep[] {
  const fields: Record<string, string[]> = {}
  const steps = items.map((item, index) => {
    const step = stepFromWire(item)
    try {
      validateStep(step, `definitions.items.${index}.`)
    } catch (error) {
      if (!(error instanceof FieldErrors)) throw error
      Object.assign(fields, error.fields)
    }
    return step
  })
  if (Object.keys(fields).length > 0) throw new FieldErrors(fields)
  return steps
}
