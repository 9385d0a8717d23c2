import type { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue

const EXPECTED: Record<string, string> = {
  string: 'Trebuie să fie text',
  number: 'Trebuie să fie număr',
  int: 'Trebuie să fie număr întreg',
  boolean: 'Trebuie să fie adevărat sau fals',
  array: 'Trebuie să fie o listă',
  object: 'Trebuie să fie un obiect',
  record: 'Trebuie să fie un obiect',
  date: 'Trebuie să fie o dată',
}

/** The Romanian sentence for any kind of zod issue; shapes with their own message keep it. */
export function romanianIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Câmp obligatoriu' : (EXPECTED[issue.expected] ?? 'Valoare de alt tip')
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_value':
      return `Valoare nepermisă; se acceptă: ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return 'Format invalid'
    case 'not_multiple_of':
      return `Trebuie să fie multiplu de ${issue.divisor}`
    case 'unrecognized_keys':
      return `Câmpuri necunoscute: ${issue.keys.join(', ')}`
    case 'invalid_key':
      return 'Cheie nepermisă'
    case 'invalid_element':
      return 'Element nepermis'
    default:
      return 'Valoare nepermisă'
  }
}

function tooBig(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  if (issue.origin === 'string') return `Cel mult ${issue.maximum} caractere`
  if (issue.origin === 'array' || issue.origin === 'set') return `Cel mult ${issue.maximum} elemente`
  return `Cel mult ${issue.maximum}`
}

function tooSmall(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (issue.origin === 'string') {
    return Number(issue.minimum) <= 1 ? 'Câmp obligatoriu' : `Cel puțin ${issue.minimum} caractere`
  }
  if (issue.origin === 'array' || issue.origin === 'set') return `Cel puțin ${issue.minimum} elemente`
  return issue.inclusive === false ? `Trebuie să fie mai mare decât ${issue.minimum}` : `Cel puțin ${issue.minimum}`
}

/** Maps dotted fields to sentences in the order of the issues; `whole` is the name of the input itself. */
export function fieldsOf(error: z.ZodError, whole: string): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.') || whole
    fields[field] = [...new Set([...(fields[field] ?? []), issue.message])]
  }
  return fields
}
