import type { MethodDefinitions } from '@dispecerat/contract/search-rules'
import { stepFromWire } from '@dispecerat/contract/search-steps'
import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import { validateStep } from '@dispecerat/domain/search/validate-step'
import type { SearchStep } from '@dispecerat/domain/search-rules'

/** The version somebody read, from If-Unmodified-Since; undefined = whoever comes last wins. */
export type ReadVersion = string | undefined

/** Two people edit one rule: the second hears that it changed meanwhile, and to what. */
export function checkVersion({ version }: { version: number }, read: ReadVersion): void {
  if (read === undefined || read === String(version)) return
  throw new DomainError('search_rules.changed_meanwhile', { version: String(version) })
}

/** The steps of a method as typed; throws `FieldErrors` at 'definitions.items.0.search_time' and the like. */
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
