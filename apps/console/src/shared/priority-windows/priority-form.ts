import type { PriorityWindow } from '@dispecerat/contract/fleet/priority-windows'
import { fromWireTime, toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { fromWallTime, millisOf, toWallTime } from '../../text/format.ts'
import { priorityMessages } from './priority-messages.ts'

const messages = priorityMessages
const WALL = /^\d{4}-\d{2}-\d{2} \d{1,2}:\d{2}(:\d{2})?$/
const USUAL_MS = 2 * 3_600_000

export interface PriorityInput {
  /** Bucharest wall time as typed. */
  from: string
  to: string
  driverIds: readonly string[]
}

/** Default of a new window: from now, for two hours. */
export function defaultInput(now: Date): PriorityInput {
  return { from: toWallTime(now), to: toWallTime(new Date(now.getTime() + USUAL_MS)), driverIds: [] }
}

type PriorityProblems = Partial<Record<'from' | 'to' | 'users', string>>

/** The request body, or the invalid fields. */
export function readInput(
  input: PriorityInput,
  signOf: (driverId: string) => string,
): { body: { from: string; to: string; users: { id: number; indicativ: string }[] } } | { problems: PriorityProblems } {
  const from = typedTime(input.from)
  const to = typedTime(input.to)
  const problems: PriorityProblems = {}
  if (!from) problems.from = messages.wrongTime
  if (!to) problems.to = messages.wrongTime
  else if (from && from >= to) problems.to = messages.wrongOrder
  if (input.driverIds.length === 0) problems.users = messages.noDrivers
  if (!from || !to || Object.keys(problems).length > 0) return { problems }
  const users = input.driverIds.map((id) => ({ id: Number(id), indicativ: signOf(id) }))
  return { body: { from: toWireTime(from), to: toWireTime(to), users } }
}

/** Null for anything but a complete, valid date and time. */
function typedTime(text: string): Date | null {
  const typed = text.trim()
  if (!WALL.test(typed)) return null
  const whole = typed.length < 19 ? pad(typed) : typed
  return fromWireTime(whole) === null ? null : fromWallTime(whole)
}

function pad(typed: string): string {
  const [day = '', time = ''] = typed.split(' ')
  const [hour = '', minute = '', second = '00'] = time.split(':')
  return `${day} ${hour.padStart(2, '0')}:${minute}:${second}`
}

/** Half-open interval [from, to). */
export function windowState(window: Pick<PriorityWindow, 'from' | 'to'>, now: number): 'now' | 'next' | 'past' {
  if (now >= millisOf(window.to)) return 'past'
  return now >= millisOf(window.from) ? 'now' : 'next'
}
