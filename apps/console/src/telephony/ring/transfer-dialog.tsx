import {
  type CallColleague,
  type CallView,
  listCallColleagues,
  transferCall,
} from '@dispecerat/contract/telephony/calls'
import { foldText } from '@dispecerat/domain/geography/address-text'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Checkbox, Modal, TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { request as ask } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { replyHandler } from '../../shared/telephone/calls-store.ts'
import { ringMessages } from '../../text/ring-messages.ts'
import { ro } from '../../text/ro.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { canTake, colleaguesLike } from './colleagues-like.ts'
import './transfer-dialog.css'

const messages = ringMessages.transfer
/** Colleagues begin and end calls while the dialog is open. */
const REFETCH_INTERVAL_MS = 3000

/** Chooses the colleague who gets the call: type, Enter. */
export function TransferDialog({ call, onClose }: { call: CallView; onClose: () => void }) {
  useFocusReturn()
  useEscLayer(onClose)
  const [typed, setTyped] = useState('')
  const [withOrder, setWithOrder] = useState(true)
  const list = useRef<HTMLUListElement>(null)
  const { data, isError, refetch } = useEndpointQuery(listCallColleagues, {}, { refetchInterval: REFETCH_INTERVAL_MS })
  const pass = useAction(
    async (to: CallColleague, key) => {
      const applyReply = replyHandler(call)
      const body = { user_id: to.id, hand_over_order: withOrder }
      applyReply((await ask(transferCall, { params: { orderId: call.order_id ?? 0 }, body }, { key })).data)
    },
    {
      done: (_, { name }) => {
        toast.good(messages.done(name ?? ''))
        onClose()
      },
    },
  )
  const found = colleaguesLike(data?.data ?? [], typed, foldText)
  const toList = (event: KeyboardEvent) => {
    const first = found.find(canTake)
    if (event.key === 'Enter' && first) void pass.run(first)
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>('button')?.focus()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={messages.title(call.client.name ?? prettyPhone(call.phone))}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <TextInput
        label={messages.who}
        placeholder={messages.find}
        value={typed}
        data-autofocus
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={toList}
      />
      <Checkbox
        mt="xs"
        label={messages.order}
        checked={withOrder}
        onChange={(event) => setWithOrder(event.currentTarget.checked)}
      />
      {isError && !data ? <LoadFailed text={messages.failed} onRetry={() => void refetch()} /> : null}
      {data && found.length === 0 ? <p className="dim">{typed ? messages.noMatch : messages.nobody}</p> : null}
      <ul ref={list} className="colleagues" aria-label={messages.who} onKeyDown={moveInList}>
        {found.map((one) => (
          <li key={one.id}>
            <Colleague colleague={one} isBusy={pass.busy} onChoose={() => void pass.run(one)} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function moveInList(event: KeyboardEvent<HTMLUListElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  all[all.indexOf(document.activeElement as HTMLElement) + by]?.focus()
}

interface ColleagueProps {
  colleague: CallColleague
  isBusy: boolean
  onChoose: () => void
}

function Colleague({ colleague, isBusy, onChoose }: ColleagueProps) {
  const { name, is_reachable, is_talking } = colleague
  const can = canTake(colleague)
  const status = can ? messages.free : is_talking ? messages.talks : messages.away
  return (
    <button
      type="button"
      className="colleague"
      aria-disabled={!can || isBusy}
      title={can ? undefined : messages.cannot(status)}
      onClick={() => can && onChoose()}
    >
      <span aria-hidden>{can ? '●' : is_talking && is_reachable ? '◐' : '✕'}</span>
      <b>{name}</b>
      <span className="small">{status}</span>
    </button>
  )
}
