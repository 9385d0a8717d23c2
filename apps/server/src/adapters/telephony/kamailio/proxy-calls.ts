import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import type { CallAtExchange, TelephonyEvent } from '../telephony.ts'
import type { ProxyMessage } from './proxy-message.ts'
import type { ProxyDialog } from './proxy-rpc.ts'

/** A call at the proxy, as its events and its list of dialogs describe it. */
export interface ProxyCall {
  /** The Call-ID of its first INVITE: the server's id of the call. */
  name: string
  /** The current Call-ID; another one after a transfer. */
  dialog: string
  cseq: number
  way: 'in' | 'out'
  isAnswered: boolean
  isHeld: boolean
  /** Dispatcher whose phone has the call; a dialling dispatcher has it from the start. */
  userId: UserId | null
  page: string
}

type CallMessage = Extract<ProxyMessage, { call: string }>

/** Shown for a caller with a hidden number, who is answered like any other. */
export const HIDDEN_NUMBER = '+40000000000'

const ANSWERED = 4
/** State of a finished dialog. */
export const OVER = 5

/** The calls of the proxy, and the events that the server needs about them. */
export class ProxyCalls {
  readonly #calls = new Map<string, ProxyCall>()

  find(name: string): ProxyCall | null {
    return this.#calls.get(name) ?? null
  }

  forget(name: string): void {
    this.#calls.delete(name)
  }

  /** Active and held calls of this dispatcher. */
  ofUser(userId: UserId): ProxyCall[] {
    return [...this.#calls.values()].filter((call) => call.isAnswered && call.userId === userId)
  }

  answered(): ProxyCall[] {
    return [...this.#calls.values()].filter((call) => call.isAnswered)
  }

  /** Translates one message of the proxy; null when it changes nothing. */
  onEvent(message: CallMessage): TelephonyEvent | null {
    const sipCallerId = message.call
    const known = this.#calls.get(message.call)
    switch (message.event) {
      case 'ringing':
        if (known) return null
        this.#add({ name: message.call, way: 'in', cseq: message.cseq })
        return { type: 'ringing', sipCallerId, from: numberOf(message.from), companyId: message.company }
      case 'dialled':
        if (known) return null
        this.#add({ name: message.call, way: 'out', cseq: message.cseq, userId: message.user })
        return { type: 'dialled', sipCallerId, userId: message.user, companyId: message.company, to: message.to }
      case 'answered': {
        const { user: userId, page, dialog } = message
        if (known?.isAnswered && known.dialog === dialog) return null
        if (known) Object.assign(known, { isAnswered: true, isHeld: false, userId, page, dialog })
        return { type: 'answered', sipCallerId, userId }
      }
      case 'held':
      case 'resumed':
        if (known) known.isHeld = message.event === 'held'
        return { type: message.event, sipCallerId, userId: message.user }
      case 'ended':
        this.#calls.delete(message.call)
        return { type: 'ended', sipCallerId, because: BECAUSE[message.by] }
    }
  }

  /** Call it after a time without events: the proxy's list is authoritative, and missed events are emitted. */
  reconcile(dialogs: readonly ProxyDialog[]): TelephonyEvent[] {
    const now = callsOf(dialogs)
    const events: TelephonyEvent[] = []
    for (const call of this.#calls.values()) {
      if (now.has(call.name)) continue
      const because = call.isAnswered ? 'connection_lost' : 'caller_hung_up'
      events.push({ type: 'ended', sipCallerId: call.name, because })
    }
    for (const [name, { call, facts }] of now) {
      const before = this.#calls.get(name)
      if (!before) events.push(firstEvent(call, facts))
      const { userId } = call
      if (userId === null || !call.isAnswered) continue
      if (!before?.isAnswered || before.userId !== userId) events.push({ type: 'answered', sipCallerId: name, userId })
      if ((before?.isHeld ?? false) !== call.isHeld) {
        events.push({ type: call.isHeld ? 'held' : 'resumed', sipCallerId: name, userId })
      }
    }
    this.#calls.clear()
    for (const [name, { call }] of now) this.#calls.set(name, call)
    return events
  }

  #add(call: Pick<ProxyCall, 'name' | 'way' | 'cseq'> & { userId?: UserId }): void {
    this.#calls.set(call.name, { dialog: call.name, isAnswered: false, isHeld: false, userId: null, page: '', ...call })
  }
}

const BECAUSE = { caller: 'caller_hung_up', dispatcher: 'dispatcher_hung_up', nobody: 'not_reached' } as const

/** The calls in the list of dialogs that are not over. */
export function callsAtExchange(dialogs: readonly ProxyDialog[]): CallAtExchange[] {
  return [...callsOf(dialogs).values()].map(({ call, facts }) => ({
    sipCallerId: call.name,
    state: call.isAnswered ? 'answered' : 'ringing',
    userId: call.userId,
    isHeld: call.isHeld,
    ...(call.way === 'in'
      ? { outer: { phone: numberOf(facts.from ?? ''), companyId: asId(Number(facts.company ?? 0)) } }
      : {}),
  }))
}

/** The current dialog of a call: of two, while a caller changes phones, the new one. */
export function dialogOf(dialogs: readonly ProxyDialog[], name: string): ProxyDialog | null {
  const own = dialogs.filter((dialog) => dialog.facts.name === name && dialog.state < OVER)
  return own.find((dialog) => dialog.facts.left !== undefined && dialog.state === ANSWERED) ?? own[0] ?? null
}

function callsOf(dialogs: readonly ProxyDialog[]): Map<string, { call: ProxyCall; facts: ProxyDialog['facts'] }> {
  const names = new Set(dialogs.flatMap(({ facts }) => facts.name ?? []))
  const found = new Map<string, { call: ProxyCall; facts: ProxyDialog['facts'] }>()
  for (const name of names) {
    const dialog = dialogOf(dialogs, name)
    if (dialog) found.set(name, { call: callOf(dialog, name), facts: dialog.facts })
  }
  return found
}

function callOf({ callId, state, facts }: ProxyDialog, name: string): ProxyCall {
  return {
    name,
    dialog: callId,
    cseq: Number(facts.cseq ?? 0),
    way: facts.way === 'out' ? 'out' : 'in',
    isAnswered: state === ANSWERED,
    isHeld: facts.held === 'held',
    userId: facts.user ? asId<UserId>(Number(facts.user)) : null,
    page: facts.page ?? '',
  }
}

function firstEvent({ name: sipCallerId, way, userId }: ProxyCall, facts: ProxyDialog['facts']): TelephonyEvent {
  const companyId = asId<CompanyId>(Number(facts.company ?? 0))
  if (way === 'out' && userId !== null) return { type: 'dialled', sipCallerId, userId, companyId, to: facts.to ?? '' }
  return { type: 'ringing', sipCallerId, from: numberOf(facts.from ?? ''), companyId }
}

function numberOf(from: string): string {
  const number = normalizePhone(from)
  return isPhone(number) ? number : HIDDEN_NUMBER
}
