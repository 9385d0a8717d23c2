import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { ActionIcon, Button } from '@mantine/core'
import { IconPhone, IconPhoneCheck, IconPhoneOff, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useNow } from '../../ui/now.ts'
import { callersMessages } from '../callers-messages.ts'
import {
  answerAs,
  type CallerRow,
  forget,
  hangUp,
  isLive,
  pressZero,
  ringAgain,
  select,
  useCallers,
} from './callers-store.ts'

const messages = callersMessages.rows

/** The simulated callers of this page; the chosen one is audible and controlled by keys. */
export function CallerRows() {
  const rows = useCallers((s) => s.rows)
  const selected = useCallers((s) => s.selected)
  const live = rows.filter(isLive)
  return (
    <section className="panel caller-rows" aria-label={messages.label}>
      <div className="caller-rows-head">
        <h2 className="panel-title">{messages.label}</h2>
        <Button size="compact-xs" variant="default" disabled={live.length === 0} onClick={() => live.forEach(hangUp)}>
          {messages.hangUpAll}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={live.length === rows.length}
          onClick={() => rows.filter((row) => !isLive(row)).forEach(forget)}
        >
          {messages.forgetEnded}
        </Button>
      </div>
      {rows.length === 0 ? (
        <p className="simulator-empty">{messages.empty}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>{messages.number}</th>
              <th>{messages.voice}</th>
              <th>{messages.state}</th>
              <th>{messages.since}</th>
              <th>{messages.actions}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} isChosen={row.id === selected} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Row({ row, isChosen }: { row: CallerRow; isChosen: boolean }) {
  const line = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const { id, phone, voice, call, since } = row
  const number = prettyPhone(phone)
  const state = call?.state ?? 'ended'
  return (
    <tr ref={line} aria-selected={isChosen} data-chosen={isChosen || undefined}>
      <td>
        <button
          type="button"
          className="sign-button"
          aria-pressed={isChosen}
          aria-label={messages.listen(number)}
          onClick={() => select(id)}
        >
          {number}
        </button>
      </td>
      <td>{voice.kind === 'tone' ? messages.hertz(voice.hertz) : messages.microphone}</td>
      <td>
        <span className={`caller-state caller-${state}`}>{callersMessages.states[state]}</span>
        {call?.end ? <div className="small dim">{callersMessages.ends[call.end]}</div> : null}
      </td>
      <td className="digits">
        <Since at={since} />
      </td>
      <td>
        <Steering row={row} />
      </td>
    </tr>
  )
}

export function Since({ at }: { at: number }) {
  const now = useNow((s) => s.now)
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function Steering({ row }: { row: CallerRow }) {
  const number = prettyPhone(row.phone)
  const isIncoming = row.call?.state === 'incoming'
  return (
    <span className="steering">
      {isIncoming ? (
        <ActionIcon size={26} color="green.9" aria-label={messages.answer(number)} onClick={() => void answerAs(row)}>
          <IconPhoneCheck size={15} />
        </ActionIcon>
      ) : null}
      {row.call?.state === 'talking' ? (
        <ActionIcon size={26} variant="default" aria-label={messages.pressZero(number)} onClick={() => pressZero(row)}>
          0
        </ActionIcon>
      ) : null}
      {isLive(row) ? (
        <ActionIcon
          size={26}
          color="red.9"
          aria-label={isIncoming ? messages.refuse(number) : messages.hangUp(number)}
          onClick={() => hangUp(row)}
        >
          <IconPhoneOff size={15} />
        </ActionIcon>
      ) : (
        <>
          {row.dialled === '' ? null : (
            <ActionIcon
              size={26}
              variant="default"
              aria-label={messages.ringAgain(number)}
              onClick={() => void ringAgain(row)}
            >
              <IconPhone size={15} />
            </ActionIcon>
          )}
          <ActionIcon size={26} variant="default" aria-label={messages.forget(number)} onClick={() => forget(row)}>
            <IconTrash size={15} />
          </ActionIcon>
        </>
      )}
    </span>
  )
}
