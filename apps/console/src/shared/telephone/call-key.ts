/* Not in its importer, which needs a browser: the unit test runs without one. */
import type { LineAnswer } from './line-answer.ts'

export type CallKeyAct = { act: 'answer' } | { act: 'line'; line: number } | { act: 'nothing' } | { act: 'let through' }

/** State that decides the meaning of F1–F9 and the backtick. */
export interface CallKeyFacts {
  lineAnswer: LineAnswer
  workspace: 'operator' | 'v2' | 'delivery'
  rings: boolean
  /** Line n holds a call. */
  hasCall: (line: number) => boolean
}

/** F1–F9 never reach the browser, except that F6 opens the order search when it is no line key or its line is free. */
export function fKey(n: number, { lineAnswer, workspace, rings, hasCall }: CallKeyFacts): CallKeyAct {
  const isLineKey = lineAnswer === 'lines' || n === 1 || workspace === 'v2'
  if (n === 1 && lineAnswer === 'simple' && rings) return { act: 'answer' }
  if (isLineKey && hasCall(n)) return { act: 'line', line: n }
  return { act: n === 6 ? 'let through' : 'nothing' }
}

/** Backtick answers in lines mode; otherwise, or when nothing rings, it is typed as a character. */
export function backtick({ lineAnswer, rings }: Pick<CallKeyFacts, 'lineAnswer' | 'rings'>): CallKeyAct {
  return { act: lineAnswer === 'lines' && rings ? 'answer' : 'let through' }
}
