import { isPhone, prettyPhone } from '../kernel/phone.ts'
import { wallTime } from '../kernel/wall-time.ts'
import { fromWireTime } from '../kernel/wire-time.ts'
import { changedValues } from './changed-values.ts'
import { fieldLabel } from './field-labels.ts'

/** Time format of the audit log, besides the wire's. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const WIRE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const DAY = /^\d{4}-\d\d(-\d\d)?$/
const plain = new Intl.NumberFormat('ro', { maximumFractionDigits: 6 })
const ron = new Intl.NumberFormat('ro', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

interface ChangedField {
  entity: string
  field: string
  /** Label of the field on its page or in the audit log. */
  label: string
}

/**
 * The value of a changed field in display form; '' for nothing. Times are Bucharest's, decimals have a comma, Romanian phones begin with 0.
 */
export function changeText(changed: ChangedField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((one) => changeText(changed, one)).join(', ')
  if (typeof value === 'object') return partsText(changed.entity, value)
  if (typeof value === 'boolean') return value ? 'da' : 'nu'
  const wire = wireField(changed.field)
  const words = changedValues[`${changed.entity}.${wire}`] ?? changedValues[wire]
  const word = words?.[value as string | number]
  if (word !== undefined) return word
  return typeof value === 'number' ? numberText(wire, changed.label, value) : textOf(String(value))
}

function partsText(entity: string, parts: object): string {
  return Object.entries(parts)
    .map(([field, value]) => {
      const label = fieldLabel(field, {})
      return `${label}: ${changeText({ entity, field, label }, value)}`
    })
    .join(', ')
}

/** The audit log also contains names in camel case. */
function wireField(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Money is stored in bani and percentages in hundredths; both are shown in whole units. */
function numberText(wire: string, label: string, value: number): string {
  if (wire.endsWith('_bani')) return ron.format(value / 100)
  if (wire.endsWith('hundredths')) return plain.format(value / 100)
  if (wire === 'year') return String(value)
  return label.endsWith('(RON)') ? ron.format(value) : plain.format(value)
}

function textOf(value: string): string {
  if (INSTANT.test(value)) return wallText(new Date(value))
  const at = WIRE_TIME.test(value) ? fromWireTime(value) : null
  if (at !== null) return wallText(at)
  if (isPhone(value)) return prettyPhone(value)
  return DAY.test(value) ? value.split('-').reverse().join('.') : value
}

function wallText(at: Date): string {
  const { date, time } = wallTime(at)
  return `${textOf(date)} ${time}`
}
