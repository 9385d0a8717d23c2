import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { ActionIcon } from '@mantine/core'
import { IconPhoneOff, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useSession } from '../../api/session.ts'
import { ro } from '../../text/ro.ts'
import { later } from '../../ui/later.ts'
import { callOfOrder } from './call-lines.ts'
import { useCalls } from './calls-store.ts'
import { confirmTransfer } from './transfer-request.ts'
import { end, toggleHold } from './use-call-actions.ts'

const ColleaguesCallButtons = later(() => import('./colleagues-call-buttons.tsx').then((m) => m.ColleaguesCallButtons))

interface Props {
  orderId: number
  /** The call in the order's row or head; null renders nothing. */
  call: { state: string } | null
  /** In the head of an order: the call can also be transferred, and a colleague's call taken over. */
  withTransfer?: boolean
}

/**
 * Hold or resume, and end, for the open call of an order. A colleague's call shows their name and, in the head, the
 * button that takes it over.
 */
export function CallButtons({ orderId, call, withTransfer = false }: Props) {
  if (call === null || call.state === 'ended') return null
  return <OpenCallButtons orderId={orderId} withTransfer={withTransfer} />
}

function OpenCallButtons({ orderId, withTransfer }: { orderId: number; withTransfer: boolean }) {
  const call = useCalls((open) => callOfOrder(open, orderId))
  const me = useSession((s) => s.userId)
  if (call === null || call.state === 'pending') return null
  const who = call.client.name ?? prettyPhone(call.phone)
  if (call.dispatcher_id !== me) {
    const busy = ro.calls.ofColleague(call.dispatcher_name ?? '')
    return (
      <>
        <span className="call-of-colleague" role="img" aria-label={busy} title={busy}>
          ☎
        </span>
        {/* A row has this in its menu. */}
        {withTransfer ? (
          <Suspense fallback={null}>
            <ColleaguesCallButtons orderId={orderId} />
          </Suspense>
        ) : null}
      </>
    )
  }
  const isTalking = call.state === 'started'
  const stop = (event: { stopPropagation: () => void }) => event.stopPropagation()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps presses on the buttons from opening the row behind them
    <span className="call-buttons" onClick={stop} onKeyDown={stop} onDoubleClick={stop}>
      <ActionIcon
        size={24}
        variant={isTalking ? 'light' : 'filled'}
        color={isTalking ? 'blue' : 'orange'}
        aria-label={isTalking ? ro.calls.holdOf(who) : ro.calls.unholdOf(who)}
        title={isTalking ? ro.calls.hold : ro.calls.unhold}
        onClick={() => void toggleHold(call)}
      >
        {isTalking ? <IconPlayerPause size={14} /> : <IconPlayerPlay size={14} />}
      </ActionIcon>
      {withTransfer ? (
        <ActionIcon
          size={24}
          variant="light"
          color="blue"
          aria-label={ro.calls.transferOf(who)}
          aria-haspopup="dialog"
          title={ro.calls.transfer}
          onClick={() => confirmTransfer(call)}
        >
          <span aria-hidden>⇄</span>
        </ActionIcon>
      ) : null}
      <ActionIcon
        size={24}
        variant="light"
        color="red"
        aria-label={ro.calls.endOf(who)}
        title={ro.calls.end}
        onClick={() => void end(call)}
      >
        <IconPhoneOff size={14} />
      </ActionIcon>
    </span>
  )
}
