/* Not in its component's file, which exports only components: the unit test imports this. */
import { isInRomania } from '@dispecerat/domain/geography/romania'
import { ORDER_TEXT, textProblem } from '@dispecerat/domain/kernel/typed-text'
import { ro } from '../../../text/ro.ts'
import type { DraftPlace } from '../draft/order-draft.ts'
import { DOOR_PARTS } from '../draft/order-problems.ts'
import { manualPlaceMessages } from './manual-place-messages.ts'

/** An address placed on the map and named by the user. */
export type TypedManualPlace = Pick<DraftPlace, 'name' | 'point' | 'bloc' | 'scara' | 'reper' | 'comment'>

/** API field → sentences; empty when the address can be used. */
export function manualPlaceProblems(place: TypedManualPlace): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  const add = (field: string, sentence: string | undefined) => {
    if (sentence !== undefined) problems[field] = [sentence]
  }
  add('name', place.name.trim() === '' ? ro.order.addressRequired : textProblem(place.name, ORDER_TEXT.placeName))
  if (place.point === null) add('lat', manualPlaceMessages.noPin)
  else if (!isInRomania(place.point)) add('lat', manualPlaceMessages.abroad)
  for (const part of DOOR_PARTS) add(part, textProblem(place[part], ORDER_TEXT[part]))
  return problems
}
