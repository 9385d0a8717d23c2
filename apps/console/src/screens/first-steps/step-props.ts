/** What a step is given: whose it is, whether the thing is there, and where to tell that it has come. */
export interface StepProps {
  companyId: number
  isDone: boolean
  onDone: () => void
}
