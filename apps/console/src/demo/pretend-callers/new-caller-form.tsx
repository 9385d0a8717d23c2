import type { CallerNumbers } from '@dispecerat/contract/demo/pretend-callers'
import { isPhone, normalizePhone, prettyPhone } from '@dispecerat/domain/kernel/phone'
import { Button, Select, TextInput } from '@mantine/core'
import { type FormEvent, type RefObject, useState } from 'react'
import { KeyHint } from '../../keys/key-hint.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { callersMessages } from '../callers-messages.ts'
import { nextPitch, ringFrom, useCallers, type Voicing } from './callers-store.ts'

const messages = callersMessages.create
type Kind = keyof typeof messages.kinds
const KINDS = Object.entries(messages.kinds).map(([value, label]) => ({ value, label }))
const VOICES = Object.entries(messages.voices).map(([value, label]) => ({ value, label }))

interface Props {
  companyId: number
  numbers: CallerNumbers | null
  /** The field that the key N focuses. */
  first: RefObject<HTMLInputElement | null>
}

/** Number and voice of a new caller. */
export function NewCallerForm({ companyId, numbers, first }: Props) {
  const [kind, setKind] = useState<Kind>('stranger')
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [voice, setVoice] = useState<Voicing['kind']>('tone')
  const [pitch, setPitch] = useState<number | null>(null)
  const why = useWhyNot()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const from = numberOf(kind, typed, picked)
    const isRight = from !== null && isPhone(from)
    setWrong(isRight ? null : kind === 'typed' ? messages.badNumber : messages.pickNumber)
    if (!isRight || why !== null) return
    const voicing: Voicing = voice === 'tone' ? { kind: 'tone', hertz: pitch ?? nextPitch() } : { kind: 'microphone' }
    void ringFrom(from, `company-${companyId}`, voicing)
  }
  return (
    <form className="panel caller-form" onSubmit={submit} aria-label={messages.title}>
      <Select
        ref={first}
        label={messages.who}
        allowDeselect={false}
        data={KINDS}
        value={kind}
        onChange={(value) => {
          if (value !== null) setKind(value as Kind)
          setPicked(null)
          setWrong(null)
        }}
      />
      <PhoneField {...{ kind, numbers, typed, picked, wrong }} onTyped={setTyped} onPicked={setPicked} />
      <Select
        label={messages.voice}
        allowDeselect={false}
        data={VOICES}
        value={voice}
        onChange={(value) => value && setVoice(value as Voicing['kind'])}
      />
      <NumberField
        label={messages.pitch}
        placeholder={messages.nextPitch}
        min={100}
        max={2000}
        step={20}
        allowDecimal={false}
        disabled={voice !== 'tone'}
        value={pitch ?? ''}
        onChange={(value) => setPitch(typeof value === 'number' ? value : null)}
      />
      <Button type="submit" disabled={why !== null} title={why ?? undefined} aria-description={why ?? undefined}>
        {messages.ring}
      </Button>
      <Button
        variant="default"
        disabled={why !== null}
        title={why ?? undefined}
        aria-description={why ?? undefined}
        onClick={() => ringFifteen(companyId)}
        rightSection={<KeyHint of="callerFifteen" />}
      >
        {messages.fifteen}
      </Button>
    </form>
  )
}

/** Reason why no call is possible; null when it is. */
function useWhyNot(): string | null {
  const connection = useCallers((s) => s.connection)
  if (connection === 'registered') return null
  return callersMessages.phone[connection]
}

interface PhoneFieldProps {
  kind: Kind
  numbers: CallerNumbers | null
  typed: string
  picked: string | null
  wrong: string | null
  onTyped: (typed: string) => void
  onPicked: (picked: string | null) => void
}

function PhoneField({ kind, numbers, typed, picked, wrong, onTyped, onPicked }: PhoneFieldProps) {
  if (kind === 'typed' || kind === 'stranger') {
    return (
      <TextInput
        label={messages.number}
        inputMode="tel"
        disabled={kind === 'stranger'}
        placeholder={kind === 'stranger' ? messages.nextPitch : '0712 345 678'}
        value={kind === 'stranger' ? '' : typed}
        error={wrong}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
    )
  }
  const known = (numbers?.known ?? []).map(({ phone, name }) => ({
    value: phone,
    label: name ? `${name}, ${prettyPhone(phone)}` : prettyPhone(phone),
  }))
  const plain = (kind === 'test' ? numbers?.test : numbers?.blocked) ?? []
  const data = kind === 'known' ? known : plain.map((phone) => ({ value: phone, label: prettyPhone(phone) }))
  return (
    <Select
      label={kind === 'known' ? messages.known : messages.number}
      searchable
      placeholder={data.length === 0 ? messages.nobody : messages.pickNumber}
      data={data}
      value={picked}
      error={wrong}
      onChange={onPicked}
    />
  )
}

function numberOf(kind: Kind, typed: string, picked: string | null): string | null {
  if (kind === 'typed') return normalizePhone(typed)
  return kind === 'stranger' ? newUnknownCaller() : picked
}

/** A number from the range of the simulated city's unknown callers, which no client has. */
function newUnknownCaller(): string {
  return `+40700${600_000 + Math.floor(Math.random() * 100_000)}`
}

const MANY = 15

/** Fifteen calls, as many as may wait at once. */
export function ringFifteen(companyId: number): void {
  const from = new Set<string>()
  while (from.size < MANY) from.add(newUnknownCaller())
  for (const phone of from) void ringFrom(phone, `company-${companyId}`, { kind: 'tone', hertz: nextPitch() })
}
