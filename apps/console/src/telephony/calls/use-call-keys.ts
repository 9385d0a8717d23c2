import { useKey } from '../../keys/use-key.ts'
import { backtick, type CallKeyAct, type CallKeyFacts, fKey } from '../../shared/telephone/call-key.ts'
import { activeCall, waitingCalls } from '../../shared/telephone/call-lines.ts'
import { useCalls } from '../../shared/telephone/calls-store.ts'
import { lineAnswer } from '../../shared/telephone/line-answer.ts'
import { end, toggleHold } from '../../shared/telephone/use-call-actions.ts'
import { useWorkspace } from '../../shared/workspace/workspace.ts'
import { useAnswer } from './answer/use-answer.ts'

export const LINE_KEYS = ['line1', 'line2', 'line3', 'line4', 'line5', 'line6', 'line7', 'line8', 'line9'] as const

/** The keys of the telephone, on every screen while a user who may take calls is logged in; returns what F1–F9 do. */
export function useCallKeys(): (n: number) => boolean {
  const rings = useCalls((open) => waitingCalls(open).length > 0)
  const talks = useCalls((open) => activeCall(open) !== null)
  const { kind: workspace } = useWorkspace()
  const answer = useAnswer()

  const answerFirst = () => {
    const [first] = waitingCalls(useCalls.getState())
    if (first) void answer(first)
  }
  const facts = (): CallKeyFacts => {
    const open = useCalls.getState()
    return {
      lineAnswer: lineAnswer(),
      workspace,
      rings: waitingCalls(open).length > 0,
      hasCall: (line) => open.lines[line - 1] != null,
    }
  }
  /** False lets the key press reach its other handlers. */
  const perform = (act: CallKeyAct): boolean => {
    if (act.act === 'answer') answerFirst()
    if (act.act === 'line') {
      const { byId, lines } = useCalls.getState()
      const call = byId.get(lines[act.line - 1] ?? 0)
      if (call) void toggleHold(call)
    }
    return act.act !== 'let through'
  }

  useKey('answerLines', () => perform(backtick(facts())))
  useKey('acceptToast', answerFirst, rings)
  useKey('quickAccept', () => workspace === 'v2' && nothingHasFocus() && answerFirst() === undefined, rings)
  useKey(
    'endCall',
    () => {
      const call = activeCall(useCalls.getState())
      if (call) void end(call)
    },
    talks,
  )
  return (n) => perform(fKey(n, facts()))
}

/** Space presses the focused button and scrolls a list: it answers only where it would do nothing else. */
function nothingHasFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
