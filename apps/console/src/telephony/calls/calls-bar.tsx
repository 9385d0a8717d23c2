import type { CallView } from '@dispecerat/contract/telephony/calls'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { MAX_WAITING_CALLS } from '@dispecerat/domain/telephony/call'
import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useUser } from '../../api/session.ts'
import { KEYS, type KeyId } from '../../keys/registry.ts'
import { useKey } from '../../keys/use-key.ts'
import { waitingCalls } from '../../shared/telephone/call-lines.ts'
import { useCalls } from '../../shared/telephone/calls-store.ts'
import { duration } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { useAfterFirstScreen } from '../../ui/after-first-screen.ts'
import { later } from '../../ui/later.ts'
import { useNow } from '../../ui/now.ts'
import './calls.css'
import { useLineAnswer } from '../../shared/telephone/line-answer.ts'
import { useTransferNotices } from '../../shared/telephone/transfer-notices.ts'
import { useAnswer } from './answer/use-answer.ts'
import { LINE_KEYS, useCallKeys } from './use-call-keys.ts'
import { useCallsFeed } from './use-calls-feed.ts'
import { waitedSeconds } from './waited.ts'

const ActiveCalls = later(() => import('./active-calls.tsx').then((m) => m.ActiveCalls))
const TakeUpCalls = later(() => import('./take-up-calls.ts').then((m) => m.TakeUpCalls))
const RingLife = later(() => import('../ring/ring-life.tsx').then((m) => m.RingLife))
const RingChoice = later(() => import('../ring/ring-choice.tsx').then((m) => m.RingChoice))
const MissedCalls = later(() => import('../ring/missed-calls.tsx').then((m) => m.MissedCalls))
const IncomingCall = later(() => import('./incoming-call.tsx').then((m) => m.IncomingCall))

/** The incoming call of users who may take calls; first in the document, so that Tab reaches it first. */
export function IncomingCorner() {
  const mayAnswer = useUser().permissions.includes('calls.take')
  const waiting = useCalls(useShallow((open) => waitingCalls(open)))
  const [first] = waiting
  if (!mayAnswer || !first) return null
  return (
    <Suspense fallback={null}>
      <IncomingCall key={first.id} call={first} others={waiting.length - 1} />
    </Suspense>
  )
}

/** The telephone lines under the header, for users who may take calls. */
export function Telephone() {
  return useUser().permissions.includes('calls.take') ? <CallsBar /> : null
}

/** The header's choice of call sound and answer key, for users who may take calls. */
export function RingSettings() {
  const mayAnswer = useUser().permissions.includes('calls.take')
  const isLater = useAfterFirstScreen((s) => s.isOver)
  if (!mayAnswer) return null
  return (
    <span className="ring-place">
      {isLater ? (
        <Suspense fallback={null}>
          <RingChoice />
        </Suspense>
      ) : null}
    </span>
  )
}

/** Call sounds; mounted at once for a ringing call or a transfer. */
function Ringing({ rings }: { rings: boolean }) {
  const isLater = useAfterFirstScreen((s) => s.isOver)
  const hasTransfer = useTransferNotices(({ pending }) => pending.length > 0)
  return isLater || rings || hasTransfer ? (
    <Suspense fallback={null}>
      <RingLife />
    </Suspense>
  ) : null
}

/** Fifteen slots: the ringing calls, longest waiting first, then the free ones. */
function CallsBar() {
  useCallsFeed()
  const pressLine = useCallKeys()
  const open = useCalls()
  const waiting = waitingCalls(open)
  const shown = waiting.slice(0, MAX_WAITING_CALLS)
  const free = MAX_WAITING_CALLS - shown.length
  const isLater = useAfterFirstScreen((s) => s.isOver)
  const hasMine = open.lines.some((id) => id !== null)
  return (
    <>
      <div className="calls-row" data-crowd={crowdOf(shown.length)}>
        <WaitingCalls calls={shown} />
        {Array.from({ length: free }, (_, n) => shown.length + n + 1).map((line) => (
          <span key={line} className="call-slot call-free" aria-hidden>
            <span>
              <span className="call-word">{ro.calls.lineLabel} </span>
              {line}
            </span>
          </span>
        ))}
        <Oldest call={waiting[0]} />
        <span className="missed-place">
          {isLater ? (
            <Suspense fallback={null}>
              <MissedCalls />
            </Suspense>
          ) : null}
        </span>
      </div>
      <Ringing rings={waiting.length > 0} />
      {LINE_KEYS.map((id, index) => (
        <LineKey key={id} id={id} press={() => pressLine(index + 1)} />
      ))}
      <Suspense fallback={null}>{hasMine ? <ActiveCalls /> : null}</Suspense>
      <Suspense fallback={null}>
        <TakeUpCalls />
      </Suspense>
    </>
  )
}

function LineKey({ id, press }: { id: KeyId; press: () => boolean }) {
  useKey(id, press)
  return null
}

/** Amount of text that fits into a slot beside the number. */
function crowdOf(waiting: number): 'few' | 'some' | 'many' {
  if (waiting <= 4) return 'few'
  return waiting <= 8 ? 'some' : 'many'
}

/** One stop for Tab; the arrow keys move between the ringing calls. */
function WaitingCalls({ calls }: { calls: readonly CallView[] }) {
  const answer = useAnswer()
  const bar = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const stop = Math.min(at, Math.max(0, calls.length - 1))

  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1, Home: -calls.length, End: calls.length }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(stop + by, 0), calls.length - 1)
    setAt(next)
    bar.current?.querySelectorAll<HTMLElement>('button').item(next)?.focus()
  }
  return (
    <div ref={bar} className="calls-waiting" role="toolbar" aria-label={ro.calls.bar} onKeyDown={move}>
      {calls.map((call, n) => (
        <WaitingCall
          key={call.id}
          call={call}
          isFirst={n === 0}
          isStop={n === stop}
          onFocus={() => setAt(n)}
          onAnswer={() => void answer(call)}
        />
      ))}
    </div>
  )
}

interface WaitingProps {
  call: CallView
  isFirst: boolean
  isStop: boolean
  onFocus: () => void
  onAnswer: () => void
}

function WaitingCall({ call, isFirst, isStop, onFocus, onAnswer }: WaitingProps) {
  const phone = prettyPhone(call.phone)
  const name = call.is_test ? ro.calls.test : call.client.name
  const answerKey = useLineAnswer()
  return (
    <button
      type="button"
      className={call.is_test ? 'call-slot call-test' : 'call-slot call-ringing'}
      tabIndex={isStop ? 0 : -1}
      title={name ? `${phone} · ${name}` : phone}
      onFocus={onFocus}
      onClick={onAnswer}
    >
      <span className="call-sign" aria-hidden>
        {call.is_test ? '⚠' : '☎'}
      </span>
      <span className="visually-hidden">{ro.calls.answer}</span>
      <span className="call-phone">{phone}</span>
      {name ? <span className="call-name">{name}</span> : null}
      <Waited call={call} />
      {isFirst ? (
        <kbd className="key-hint" aria-hidden>
          {answerKey === 'lines' ? KEYS.answerLines.shown : KEYS.line1.shown}
        </kbd>
      ) : null}
    </button>
  )
}

function Waited({ call }: { call: CallView }) {
  const seconds = useNow((s) => waitedSeconds(call, s.now))
  return (
    <span className="call-waited" aria-hidden>
      {duration(seconds)}
    </span>
  )
}

function Oldest({ call }: { call: CallView | undefined }) {
  const seconds = useNow((s) => (call ? waitedSeconds(call, s.now) : null))
  if (seconds === null) return null
  return (
    <span className="calls-oldest">
      ⏱ <span className="calls-oldest-word">{ro.calls.oldest}</span> {duration(seconds)}
    </span>
  )
}
