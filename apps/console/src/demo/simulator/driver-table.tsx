import { ActionIcon, Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconStarFilled, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { simulatorMessages as messages } from '../simulator-messages.ts'
import { answer, pause, stop } from './garage.ts'
import { OfferRing } from './offer-ring.tsx'
import { type Behaviour, type Row, rowsShown, select, useSimulator } from './simulator-store.ts'
import type { SimulatorActions } from './use-simulator-data.ts'

const text = messages.table

/** One row per driver; the chosen one is controlled below and by keys. */
export function DriverTable({ actions }: { actions: SimulatorActions }) {
  const rows = useSimulator(useShallow(rowsShown))
  const selected = useSimulator((s) => s.selected)
  return (
    <section className="panel driver-table" aria-label={text.label}>
      {rows.length === 0 ? (
        <p className="simulator-empty">{text.empty}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>{text.driver}</th>
              <th>{text.state}</th>
              <th>{text.order}</th>
              <th>{text.offer}</th>
              <th>{text.behaviour}</th>
              <th>{text.actions}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <DriverLine key={row.id} row={row} isChosen={row.id === selected} actions={actions} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function DriverLine({ row, isChosen, actions }: { row: Row; isChosen: boolean; actions: SimulatorActions }) {
  const line = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <tr ref={line} aria-selected={isChosen} data-chosen={isChosen || undefined}>
      <td>
        <button type="button" className="sign-button" aria-pressed={isChosen} onClick={() => select(row.id)}>
          {row.sign}
        </button>
        {row.hasPriority ? (
          <IconStarFilled className="priority-star" size={13} role="img" aria-label={text.priority} />
        ) : null}
      </td>
      <td>
        <span className={`sim-state sim-${row.state}`}>{messages.states[row.state]}</span>
      </td>
      <td className="digits">
        {row.orderId === null ? '—' : <OrderLink id={row.orderId} />}
        {row.nextOrderId === null ? null : <div className="small dim">{text.afterwards(row.nextOrderId)}</div>}
      </td>
      <td>
        <Offer row={row} />
      </td>
      <td>
        <Summary behaviour={row.behaviour} />
      </td>
      <td>
        <Steering row={row} actions={actions} />
      </td>
    </tr>
  )
}

function OrderLink({ id }: { id: number }) {
  return (
    <Link to="/operator/order/$id" params={{ id: String(id) }} target="_blank">
      {id}
    </Link>
  )
}

function Offer({ row: { id, sign, ring } }: { row: Row }) {
  if (!ring) return <span className="dim">—</span>
  const { orderId } = ring
  return (
    <span className="offer-cell" title={ring.address}>
      <OfferRing ring={ring} />
      <Button size="compact-xs" aria-label={text.accept(sign, orderId)} onClick={() => answer(id, orderId, 'accept')}>
        {text.acceptShort}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={text.refuse(sign, orderId)}
        onClick={() => answer(id, orderId, 'refuse')}
      >
        {text.refuseShort}
      </Button>
    </span>
  )
}

function Summary({ behaviour }: { behaviour: Behaviour }) {
  const { answersAlone, acceptSeconds, refusePercent, ignorePercent, kmPerHour, fault } = behaviour
  const answers = answersAlone ? messages.behaviour.summary(acceptSeconds, refusePercent) : messages.behaviour.byHand
  const more = messages.behaviour.more(ignorePercent, kmPerHour)
  return (
    <>
      <div className="digits">{answers}</div>
      <div className="small dim">{fault === 'none' ? more : messages.faults[fault]}</div>
    </>
  )
}

function Steering({ row, actions }: { row: Row; actions: SimulatorActions }) {
  const { id, sign, isPaused } = row
  const isOff = row.state === 'off'
  return (
    <span className="steering">
      <ActionIcon
        size={24}
        variant={isOff ? 'filled' : 'default'}
        aria-label={isOff ? text.start(sign) : text.stop(sign)}
        onClick={() => void (isOff ? actions.startAll.run([id]) : stop(id))}
      >
        {isOff ? <IconPlayerPlay size={14} /> : <IconPlayerStop size={14} />}
      </ActionIcon>
      <ActionIcon
        size={24}
        variant={isPaused ? 'filled' : 'default'}
        disabled={isOff}
        aria-pressed={isPaused}
        aria-label={isPaused ? text.resume(sign) : text.pause(sign)}
        onClick={() => void pause(id, !isPaused)}
      >
        <IconPlayerPause size={14} />
      </ActionIcon>
      <ActionIcon
        size={24}
        variant="default"
        aria-label={text.remove(sign)}
        onClick={() => void stop(id).then(() => actions.remove.run({ id, sign, force: false }))}
      >
        <IconTrash size={14} />
      </ActionIcon>
    </span>
  )
}
