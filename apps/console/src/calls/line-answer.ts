import { create } from 'zustand'

/** 'simple': F1 answers. 'lines': F1–F9 are lines and backtick answers (C-11). Anything else kept there is 'simple'. */
export type LineAnswer = 'simple' | 'lines'

const KEPT_AS = 'dispecerat.lineAnswer'

/** A setting of this browser; chosen in the header. */
export function lineAnswer(): LineAnswer {
  return localStorage.getItem(KEPT_AS) === 'lines' ? 'lines' : 'simple'
}

const useChoice = create<{ choice: LineAnswer }>(() => ({ choice: lineAnswer() }))

/** For what is printed on buttons. */
export function useLineAnswer(): LineAnswer {
  return useChoice((s) => s.choice)
}

export function chooseLineAnswer(choice: LineAnswer) {
  localStorage.setItem(KEPT_AS, choice)
  useChoice.setState({ choice })
}

window.addEventListener('storage', ({ key }) => {
  if (key === KEPT_AS || key === null) useChoice.setState({ choice: lineAnswer() })
})
