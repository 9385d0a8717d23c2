import { TALK_KEY } from '@dispecerat/domain/telephony/playback'
import { create } from 'zustand'
import { type PublicCall, PublicPhone } from '../../telephony/sip/public-phone.ts'
import { aHum, anOwnVoice, type PublicVoice, playHoldTone } from '../../telephony/sip/public-voice.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { serverNow } from '../../ui/now.ts'
import { callersMessages as messages } from '../callers-messages.ts'

export type Voicing = { kind: 'tone'; hertz: number } | { kind: 'microphone' }

export interface CallerRow {
  /** Id of the row, independent of its calls. */
  id: number
  phone: string
  voice: Voicing
  /** The dialled number. */
  dialled: string
  call: PublicCall | null
  /** Time at which the call entered its state. */
  since: number
}

interface Callers {
  connection: 'connecting' | 'registered' | 'failed' | 'missing'
  rows: readonly CallerRow[]
  selected: number | null
}

const NOBODY: Callers = { connection: 'connecting', rows: [], selected: null }

export const useCallers = create<Callers>(() => NOBODY)

/** A third of an octave apart, so that callers can be told apart by ear. */
const LOWEST_HERTZ = 300
const HERTZ_APART = 40
const PITCHES = 15

let phone: PublicPhone | null = null
let made = 0

export function nextPitch(): number {
  return LOWEST_HERTZ + (made % PITCHES) * HERTZ_APART
}

/** Connects the page's telephones until the returned function is called. */
export function openTelephones(): () => void {
  useCallers.setState(NOBODY)
  const own = new PublicPhone({
    connection: (connection) => useCallers.setState({ connection }),
    changed: applyCall,
  })
  phone = own
  void own.start()
  return () => {
    own.stop()
    phone = null
    playHoldTone(false)
    useCallers.setState(NOBODY)
  }
}

/** Calls from a number. */
export async function ringFrom(from: string, dialled: string, voicing: Voicing): Promise<void> {
  const voice = await voiceOf(voicing)
  if (!voice) return
  made += 1
  const row: CallerRow = { id: made, phone: from, voice: voicing, dialled, call: null, since: serverNow() }
  useCallers.setState(({ rows }) => ({ rows: [row, ...rows], selected: row.id }))
  begin(row, voice)
}

export async function ringAgain(row: CallerRow): Promise<void> {
  const voice = await voiceOf(row.voice)
  if (voice) begin(row, voice)
}

export async function answerAs({ call, voice: voicing }: CallerRow): Promise<void> {
  const voice = call && (await voiceOf(voicing))
  if (call && voice) phone?.answer(call.id, voice)
}

export function hangUp({ call }: CallerRow): void {
  if (call) phone?.hangUp(call.id)
}

/** Presses the key with which an automatic call connects to a dispatcher. */
export function pressZero({ call }: CallerRow): void {
  if (call) phone?.press(call.id, TALK_KEY)
}

export function isLive({ call }: CallerRow): boolean {
  return call !== null && call.state !== 'ended'
}

/** Hangs up first. */
export function forget(row: CallerRow): void {
  hangUp(row)
  useCallers.setState(({ rows, selected }) => ({
    rows: rows.filter(({ id }) => id !== row.id),
    selected: selected === row.id ? null : selected,
  }))
}

export function select(id: number | null): void {
  useCallers.setState({ selected: id })
}

export function selectBeside(step: 1 | -1): void {
  const { rows, selected } = useCallers.getState()
  const at = rows.findIndex(({ id }) => id === selected)
  const next = rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]
  if (next) select(next.id)
}

function begin(row: CallerRow, voice: PublicVoice): void {
  const call = phone?.ring(row.phone, row.dialled, voice) ?? null
  if (!call) {
    voice.stop()
    toast.bad(messages.phone.failed, { id: 'callers-line' })
  }
  replace({ ...row, call, since: serverNow() })
}

async function voiceOf(voicing: Voicing): Promise<PublicVoice | null> {
  if (voicing.kind === 'tone') return aHum(voicing.hertz)
  return anOwnVoice().catch(() => {
    toast.bad(messages.create.noMicrophone, { id: 'callers-microphone' })
    return null
  })
}

/** Applies a call event to its row; an incoming call gets the row of its number, or a new one. */
function applyCall(call: PublicCall): void {
  const { rows } = useCallers.getState()
  const own = rows.find((row) => row.call?.id === call.id)
  const free = rows.find((row) => row.phone === call.phone && !isLive(row))
  const row = own ?? (call.state === 'incoming' ? free : undefined)
  if (row) {
    replace({ ...row, call, since: serverNow() })
    return
  }
  if (call.state !== 'incoming') return
  const voice: Voicing = { kind: 'tone', hertz: nextPitch() }
  made += 1
  const rung: CallerRow = { id: made, phone: call.phone, voice, dialled: '', call, since: serverNow() }
  useCallers.setState((state) => ({ rows: [rung, ...state.rows] }))
}

function replace(row: CallerRow): void {
  useCallers.setState(({ rows }) => ({ rows: rows.map((one) => (one.id === row.id ? row : one)) }))
}

/** Plays the sound of the chosen caller, with the tone of a call on hold. */
useCallers.subscribe(({ rows, selected }) => {
  const chosen = rows.find(({ id }) => id === selected)?.call ?? null
  phone?.listenTo(chosen?.id ?? null)
  playHoldTone(chosen?.state === 'held')
})
