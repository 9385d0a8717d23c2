import { Suspense } from 'react'
import { create } from 'zustand'
import { later } from '../later.ts'

const Dialog = later(() => import('./confirm-dialog.tsx').then((m) => m.QuestionDialog))

export interface Question {
  text: string
  /** Label of the button, a verb. */
  yes: string
  danger?: boolean
  onYes: () => void
  onNo?: () => void
}

const useQuestion = create<{ question: Question | null }>(() => ({ question: null }))

export function confirm(question: Question) {
  useQuestion.setState({ question })
}

/** Mounted once. */
export function ConfirmDialog() {
  const question = useQuestion((s) => s.question)
  if (question === null) return null
  return (
    <Suspense fallback={null}>
      <Dialog question={question} onClose={() => useQuestion.setState({ question: null })} />
    </Suspense>
  )
}
