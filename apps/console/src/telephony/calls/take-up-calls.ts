import { useAnswersLeft } from './answer/use-answers-left.ts'
import { useReturnedCalls } from './use-returned-calls.ts'

/** Recovers the calls that the page had before it was reloaded. */
export function TakeUpCalls() {
  useAnswersLeft()
  useReturnedCalls()
  return null
}
