import type { CallView } from '@dispecerat/contract/telephony/calls'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys } from '../../keys/registry.ts'
import { useKey } from '../../keys/use-key.ts'
import { activeCall } from '../../shared/telephone/call-lines.ts'
import { useCalls } from '../../shared/telephone/calls-store.ts'
import { useLineAnswer } from '../../shared/telephone/line-answer.ts'
import { hasSession } from '../../shared/telephone/phone-store.ts'
import {
  closeTransfer,
  confirmTransfer,
  mayTransfer,
  useTransferRequest,
} from '../../shared/telephone/transfer-request.ts'
import { end, toggleHold } from '../../shared/telephone/use-call-actions.ts'
import { useWorkspace } from '../../shared/workspace/workspace.ts'
import { duration } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { later } from '../../ui/later.ts'
import { useNow } from '../../ui/now.ts'
import { talkedSeconds } from './waited.ts'

const TransferDialog = later(() => import('../ring/transfer-dialog.tsx').then((m) => m.TransferDialog))

/** The dispatcher's nine lines: the active call and the calls on hold, each with its key. */
export function ActiveCalls() {
  const lines = useCalls((open) => open.lines)
  const byId = useCalls((open) => open.byId)
  return (
    <>
      <ul className="calls-active" aria-label={ro.calls.lines}>
        {lines.map((id, index) => {
          const call = id === null ? undefined : byId.get(id)
          return call ? <ActiveCall key={call.id} call={call} line={index + 1} /> : null
        })}
      </ul>
      <Transfer />
    </>
  )
}

function ActiveCall({ call, line }: { call: CallView; line: number }) {
  const { kind } = useWorkspace()
  const isTalking = call.state === 'started'
  const who = whoIs(call)
  const hasKey = useLineAnswer() === 'lines' || kind === 'v2' || line === 1
  const canHold = call.order_id !== null || hasSession(call.sip_caller_id)
  return (
    <li className={isTalking ? 'call-active call-talking' : 'call-active call-held'}>
      <span aria-hidden>{isTalking ? '●' : '‖'}</span>
      <Whom call={call} />
      <span className="call-state">{stateOf(call)}</span>
      <Talked call={call} />
      <button
        type="button"
        className="call-button"
        aria-keyshortcuts={hasKey ? `F${line}` : undefined}
        aria-disabled={!canHold}
        title={canHold ? undefined : ro.calls.cannotHold}
        onClick={() => canHold && void toggleHold(call)}
      >
        {isTalking ? ro.calls.hold : ro.calls.unhold}
        <span className="visually-hidden">{who}</span>
        {hasKey ? (
          <kbd className="key-hint" aria-hidden>
            F{line}
          </kbd>
        ) : null}
      </button>
      {mayTransfer(call) ? (
        <button
          type="button"
          className="call-button"
          aria-haspopup="dialog"
          aria-keyshortcuts={isTalking ? ariaKeys('transferCall') : undefined}
          onClick={() => confirmTransfer(call)}
        >
          {ro.calls.transfer}
          <span className="visually-hidden">{who}</span>
          {isTalking ? <KeyHint of="transferCall" /> : null}
        </button>
      ) : null}
      <button
        type="button"
        className="call-button call-end"
        aria-keyshortcuts={isTalking ? 'Escape' : undefined}
        onClick={() => void end(call)}
      >
        {ro.calls.end}
        <span className="visually-hidden">{who}</span>
        {isTalking ? <KeyHint of="endCall" /> : null}
      </button>
    </li>
  )
}

function whoIs(call: CallView): string {
  return call.callee_driver_name ?? call.client.name ?? prettyPhone(call.phone)
}

function stateOf({ state, direction, reached_at }: CallView): string {
  if (state === 'on_hold') return ro.calls.onHold
  return direction === 'out' && reached_at === null ? ro.calls.ringsOut : ro.calls.talking
}

/** Phone number, name and a link to the order. An outgoing call may have no order. */
function Whom({ call }: { call: CallView }) {
  const { orderPath } = useWorkspace()
  const name = call.callee_driver_name ?? call.client.name
  const text = [prettyPhone(call.phone), name].filter(Boolean).join(' · ')
  const isOut = call.direction === 'out'
  const label = (
    <>
      {isOut ? (
        <>
          <span aria-hidden>↗ </span>
          <span className="visually-hidden">{ro.calls.outgoing} </span>
        </>
      ) : null}
      {text}
    </>
  )
  if (call.order_id === null) return <b className="call-open">{label}</b>
  return (
    <Link
      to={orderPath}
      params={{ id: String(call.order_id) }}
      search={(search) => search}
      className="call-open"
      title={ro.calls.openOrder}
    >
      {label}
    </Link>
  )
}

function Talked({ call }: { call: CallView }) {
  const seconds = useNow((s) => talkedSeconds(call, s.now))
  return <span className="call-waited">{duration(seconds)}</span>
}

/** Dialog that chooses the colleague for a transfer. Alt+T opens it for the active call. */
function Transfer() {
  const callId = useTransferRequest((s) => s.callId)
  const call = useCalls(({ byId }) => (callId === null ? undefined : byId.get(callId)))
  const active = useCalls(activeCall)
  useKey('transferCall', () => active !== null && mayTransfer(active) && confirmTransfer(active), active !== null)
  if (!call || !mayTransfer(call)) return null
  return (
    <Suspense fallback={null}>
      <TransferDialog key={call.id} call={call} onClose={closeTransfer} />
    </Suspense>
  )
}
