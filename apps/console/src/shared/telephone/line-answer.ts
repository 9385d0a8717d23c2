import type { LineAnswer } from '@dispecerat/domain/identity/ring'
import { create } from 'zustand'
import { useSession } from '../../api/session.ts'

export type { LineAnswer }

const STORAGE_KEY = 'dispecerat.lineAnswer'

/**
 * A setting of this browser, chosen in the header; without a choice the company's setting counts. Any other stored
 * value means 'simple'.
 */
export function lineAnswer(): LineAnswer {
  const chosen = localStorage.getItem(STORAGE_KEY) ?? useSession.getState().user?.ring.line_answer
  return chosen === 'lines' ? 'lines' : 'simple'
}

const useChoice = create<{ choice: LineAnswer }>(() => ({ choice: lineAnswer() }))

/** The same as a hook, for the keys printed on buttons. */
export function useLineAnswer(): LineAnswer {
  return useChoice((s) => s.choice)
}

export function chooseLineAnswer(choice: LineAnswer) {
  localStorage.setItem(STORAGE_KEY, choice)
  useChoice.setState({ choice })
}

const readAgain = () => useChoice.setState({ choice: lineAnswer() })
window.addEventListener('storage', ({ key }) => {
  if (key === STORAGE_KEY || key === null) readAgain()
})
useSession.subscribe(({ user }, { user: before }) => {
  if (user?.ring.line_answer !== before?.ring.line_answer) readAgain()
})
