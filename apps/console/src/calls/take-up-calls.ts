import { useAnswersLeft } from './use-answers-left.ts'
import { useCallsGivenBack } from './use-calls-given-back.ts'

/** What a page that was loaded again does about the calls it had. */
export function TakeUpCalls() {
  useAnswersLeft()
  useCallsGivenBack()
  return null
}
