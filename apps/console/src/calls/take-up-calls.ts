import { useAnswersLeft } from './use-answers-left.ts'
import { useCallsGivenBack } from './use-calls-given-back.ts'

/** Recovers the calls that the page had before it was reloaded. */
export function TakeUpCalls() {
  useAnswersLeft()
  useCallsGivenBack()
  return null
}
