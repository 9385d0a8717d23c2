import { FieldErrors } from '../../../kernel/errors.ts'
import {
  type BanConditions,
  limitIsDriverCount,
  NOTIFICATION_METHODS,
  SEARCH_TYPES,
  type SearchStep,
} from '../../search-rules.ts'

/** Whole numbers, both ends allowed. */
const STEP_LIMITS = {
  seconds: { from: 1, to: 600 },
  drivers: { from: 1, to: 500 },
  metres: { from: 50, to: 100_000 },
  groupDrivers: { from: 1, to: 50 },
  groupSeconds: { from: 1, to: 60 },
  /** One year; longer bans are created by hand, and a date beyond the calendar would be invalid. */
  banMinutes: { from: 1, to: 525_600 },
} as const

interface Range {
  from: number
  to: number
}

/**
 * Refuses a step that the engine cannot run or whose numbers are out of range. Throws `FieldErrors` with wire paths; `path` is the prefix,
 * such as 'definitions.0.'.
 */
export function validateStep(step: SearchStep, path = ''): void {
  const fields: Record<string, string[]> = {}
  const complain = (field: string, message: string | null) => {
    if (message !== null) fields[path + field] = [message]
  }
  complain('search_type', notOffered(SEARCH_TYPES, step.searchType, 'Acest tip de căutare nu este disponibil.'))
  complain(
    'notification_method',
    notOffered(NOTIFICATION_METHODS, step.notificationMethod, 'Această metodă de notificare nu este disponibilă.'),
  )
  complain('search_time', outside(STEP_LIMITS.seconds, step.searchSeconds, 'Timpul de căutare', 'secunde'))
  complain(
    'search_limit',
    limitIsDriverCount(step.searchType)
      ? outside(STEP_LIMITS.drivers, step.searchLimit, 'Limita', 'șoferi')
      : outside(STEP_LIMITS.metres, step.searchLimit, 'Limita', 'metri'),
  )
  complainAboutBans(step.banConditions, complain)
  complainAboutStagger(step, complain)
  if (Object.keys(fields).length > 0) throw new FieldErrors(fields)
}

type Complain = (field: string, message: string | null) => void

function complainAboutStagger({ stagger, notificationMethod }: SearchStep, complain: Complain): void {
  if (stagger === null) return
  const isForAll = notificationMethod === 'all'
  complain('stagger', isForAll ? null : 'Eșalonarea se poate folosi numai când sunt anunțați toți șoferii.')
  complain('stagger.drivers', outside(STEP_LIMITS.groupDrivers, stagger.drivers, 'Grupul', 'șoferi'))
  complain('stagger.seconds', outside(STEP_LIMITS.groupSeconds, stagger.seconds, 'Pauza dintre grupuri', 'secunde'))
}

function complainAboutBans(bans: BanConditions, complain: Complain): void {
  const { from, to } = bans.drivers
  complain('ban_conditions.drivers.from', below(1, from, 'Primul loc'))
  complain('ban_conditions.drivers.to', below(Math.max(1, from), to, 'Ultimul loc'))
  complain('ban_conditions.count', below(1, bans.count, 'Numărul de comenzi ignorate'))
  complain('ban_conditions.reset_interval', outside(STEP_LIMITS.banMinutes, bans.resetInterval, 'Intervalul', 'minute'))
}

function notOffered(offered: readonly string[], choice: string, message: string): string | null {
  return offered.includes(choice) ? null : message
}

function outside({ from, to }: Range, value: number, what: string, unit: string): string | null {
  if (Number.isInteger(value) && value >= from && value <= to) return null
  return `${what} trebuie să fie un număr întreg între ${from} și ${to} de ${unit}.`
}

function below(min: number, value: number, what: string): string | null {
  if (Number.isSafeInteger(value) && value >= min) return null
  return `${what} trebuie să fie un număr întreg, cel puțin ${min}.`
}
