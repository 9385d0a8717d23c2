import { type CallRate, MAX_CALLS_PER_HOUR, type PretendCaller } from '@dispecerat/contract/demo/pretend-callers'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import { ActionIcon, Button } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { KeyHint } from '../../keys/key-hint.tsx'
import { useKey } from '../../keys/use-key.ts'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { callersMessages } from '../callers-messages.ts'
import { Since } from './caller-rows.tsx'
import { useCallRate, useCityActions } from './use-callers-data.ts'

const messages = callersMessages.city

interface Props {
  companyId: number
  callers: readonly PretendCaller[]
}

/** Control of the simulated city's calls: how often, from whom, and what they want. */
export function CityPanel({ companyId, callers }: Props) {
  const rate = useCallRate(companyId)
  const { setRate, send, callOff } = useCityActions(companyId)
  useKey('callerFromCity', () => void send.run(null))
  return (
    <section className="panel city-panel" aria-label={messages.title}>
      <div className="caller-rows-head">
        <h2 className="panel-title">{messages.title}</h2>
        <Button
          size="compact-sm"
          loading={send.busy}
          onClick={() => void send.run(null)}
          rightSection={<KeyHint of="callerFromCity" />}
        >
          {messages.send}
        </Button>
      </div>
      {rate ? <RateForm key={`${companyId} ${rate.per_hour}`} rate={rate} setRate={setRate} /> : null}
      {callers.length === 0 ? (
        <p className="simulator-empty">{messages.empty}</p>
      ) : (
        <ul className="city-callers" aria-label={messages.label}>
          {callers.map((caller) => (
            <CityCaller key={caller.id} caller={caller} onCallOff={() => void callOff.run({ id: caller.id })} />
          ))}
        </ul>
      )}
    </section>
  )
}

function RateForm({ rate, setRate }: { rate: CallRate; setRate: ReturnType<typeof useCityActions>['setRate'] }) {
  const [perHour, setPerHour] = useState<number | null>(rate.per_hour)
  const why = rate.is_city_open ? null : messages.closed
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (perHour !== null) void setRate.run(perHour)
  }
  return (
    <form className="rate-form" onSubmit={submit}>
      <NumberField
        w={150}
        label={messages.rate}
        min={0}
        max={MAX_CALLS_PER_HOUR}
        step={10}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        value={perHour ?? ''}
        onChange={(value) => setPerHour(typeof value === 'number' ? value : null)}
      />
      <Button
        type="submit"
        size="sm"
        variant="default"
        disabled={perHour === null || perHour === rate.per_hour}
        loading={setRate.busy}
      >
        {messages.set}
      </Button>
      <p className="rate-note" role="status">
        {why ?? noteOf(rate)}
      </p>
    </form>
  )
}

function noteOf({ per_hour, is_anybody_there }: CallRate): string {
  if (per_hour === 0) return messages.quiet
  return is_anybody_there ? messages.ringing : messages.nobody
}

function CityCaller({ caller, onCallOff }: { caller: PretendCaller; onCallOff: () => void }) {
  const { phone, name, who, wish, state, why, heard_bytes } = caller
  const number = prettyPhone(phone)
  const since = fromWireTime(caller.answered_at ?? caller.rang_at)?.getTime() ?? 0
  const ended = why === null ? null : messages.why[why]
  return (
    <li data-over={state === 'ended' || undefined}>
      <span className="city-caller-who">
        <b>{name ?? messages.who[who]}</b> <span className="digits">{number}</span>
      </span>
      <span className={`caller-state caller-${state}`}>
        {ended ?? callersMessages.states[state]} {state === 'ended' ? null : <Since at={since} />}
      </span>
      {state === 'ended' ? (
        <span />
      ) : (
        <ActionIcon size={26} color="red.9" aria-label={messages.callOff(number)} onClick={onCallOff}>
          <IconPhoneOff size={15} />
        </ActionIcon>
      )}
      <span className="city-caller-wish">{messages.wants(wish)}</span>
      {heard_bytes > 0 ? (
        <span className="small dim digits">{messages.hears((heard_bytes / 1024).toFixed(0))}</span>
      ) : null}
    </li>
  )
}
