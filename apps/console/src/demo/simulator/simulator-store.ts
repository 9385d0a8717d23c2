import type { DriverBehaviour, Fault, Roam } from '@dispecerat/simulation/behaviour'
import { create } from 'zustand'
import type { Lived } from './row-of.ts'

/** Settings of a simulated driver. */
export interface Behaviour {
  answersAlone: boolean
  acceptSeconds: number
  refusePercent: number
  ignorePercent: number
  kmPerHour: number
  /** Null: at the destination. */
  finishAfterSeconds: number | null
  takesPending: boolean
  roam: Exclude<Roam, 'city'>
  fault: Fault
  standId: number | null
}

export const USUAL_BEHAVIOUR: Behaviour = {
  answersAlone: true,
  acceptSeconds: 3,
  refusePercent: 10,
  ignorePercent: 10,
  kmPerHour: 40,
  finishAfterSeconds: null,
  takesPending: false,
  roam: 'walk',
  fault: 'none',
  standId: null,
}

/** Simulated clients come out quickly, because the user wants to see the trip. */
const CLIENT_COMES_SECONDS = { from: 5, to: 15 }

export function behaviourOf({ kmPerHour, standId: _, ...behaviour }: Behaviour): DriverBehaviour {
  return {
    ...behaviour,
    kmPerHour: { from: kmPerHour, to: kmPerHour },
    speedUp: 1,
    clientComesSeconds: CLIENT_COMES_SECONDS,
  }
}

/** A line of the table. */
export interface Row extends Lived {
  id: number
  companyId: number
  sign: string
  behaviour: Behaviour
}

export interface LogLine {
  n: number
  at: number
  driverId: number
  sign: string
  /** Name of the event on the wire, or null for an action of the driver. */
  event: string | null
  text: string
  orderId: number | null
}

const MAX_LINES = 500

interface Simulator {
  rows: readonly Row[]
  /** Newest first. */
  log: readonly LogLine[]
  selected: number | null
  /** Company of the shown drivers; those of other companies go on driving. */
  companyId: number | null
}

export const useSimulator = create<Simulator>(() => ({ rows: [], log: [], selected: null, companyId: null }))

export function addLines(lines: readonly LogLine[]): void {
  useSimulator.setState(({ log }) => ({ log: [...lines.toReversed(), ...log].slice(0, MAX_LINES) }))
}

export function select(id: number | null): void {
  useSimulator.setState({ selected: id })
}

/** The drivers of the shown company. */
export function rowsShown({ rows, companyId }: Simulator): readonly Row[] {
  return rows.filter((row) => row.companyId === companyId)
}

export function showCompany(companyId: number): void {
  useSimulator.setState({ companyId, selected: null })
}

/** Selects the row before or after the chosen one; the first one when none is chosen. */
export function selectBeside(step: 1 | -1): void {
  useSimulator.setState((state) => {
    const { selected } = state
    const rows = rowsShown(state)
    const at = rows.findIndex(({ id }) => id === selected)
    const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))]
    return { selected: next?.id ?? null }
  })
}
