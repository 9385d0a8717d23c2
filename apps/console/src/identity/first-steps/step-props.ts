/** Props of a step: the company, whether the step is done, and the callback for its completion. */
export interface StepProps {
  companyId: number
  isDone: boolean
  onDone: () => void
}
