import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import { FORBIDDEN_TEXT, hasForbiddenCharacter, tooLongText } from '@dispecerat/domain/kernel/typed-text'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import { z } from 'zod'

/** PostgreSQL refuses U+0000, and bidi overrides forge what a dispatcher reads; every text field is validated here. */
export function textUpTo(max: number) {
  return z
    .string()
    .trim()
    .max(max, tooLongText(max))
    .refine((text) => !hasForbiddenCharacter(text), FORBIDDEN_TEXT)
}

export function requiredText(max: number, missing = 'Câmp obligatoriu') {
  return textUpTo(max).min(1, missing)
}

/** A bigserial on the wire. */
export const Id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
/** Digits only: '0x10', '1e3' and ' 7' are not ids, though Number() reads them. */
const digits = (value: unknown) => (typeof value === 'string' && !/^\d{1,16}$/.test(value) ? Number.NaN : value)

/** An id in a path or a query, where everything is text. */
export const IdText = z.preprocess(
  digits,
  z.coerce
    .number('Identificator invalid')
    .int('Identificator invalid')
    .positive('Identificator invalid')
    .max(Number.MAX_SAFE_INTEGER, 'Identificator invalid'),
)
export const ById = z.object({ id: IdText })

export const Latitude = z.number('Coordonate invalide').min(-90, 'Coordonate invalide').max(90, 'Coordonate invalide')
export const Longitude = z
  .number('Coordonate invalide')
  .min(-180, 'Coordonate invalide')
  .max(180, 'Coordonate invalide')

/** Accepts any spelling of a phone number and normalises it to E.164. */
export const Phone = textUpTo(40)
  .transform(normalizePhone)
  .refine(isPhone, 'Număr de telefon invalid')
  .meta({ description: 'E.164 or a Romanian national number; normalised to E.164' })

/** 'YYYY-MM-DD HH:mm:ss' UTC out; the same or ISO 8601 in. */
export const WireTime = z.string().meta({ description: 'UTC, YYYY-MM-DD HH:mm:ss' })
export const WireTimeIn = z
  .string()
  .max(40)
  .refine((text) => fromWireTime(text) !== null, 'Dată și oră invalide')
  .meta({ description: 'UTC, YYYY-MM-DD HH:mm:ss or ISO 8601' })

/** Incremented with every change of the record. An editor sends it back in `If-Match`; any other than the current one is answered with 409. */
export const RecordVersion = z.number().int()

/** RON with at most two decimals. */
export const Ron = z.number()
export const RonIn = z
  .number('Sumă invalidă')
  .min(0, 'Suma nu poate fi negativă')
  .max(99_999.99, 'Suma este prea mare')
  .refine((ron) => Math.abs(ron * 100 - Math.round(ron * 100)) < 1e-6, 'Cel mult două zecimale')

export function one<T extends z.ZodType>(shape: T) {
  return z.object({ data: shape })
}

export const PageMeta = z.object({
  total: z.number().int(),
  /** True when `total` stands for "at least". */
  total_is_capped: z.boolean(),
  page: z.number().int(),
  per_page: z.number().int(),
})
export function paged<T extends z.ZodType>(shape: T) {
  return z.object({ data: z.array(shape), meta: PageMeta })
}
export function pageQuery(perPage: number, max = 100) {
  return {
    page: z.coerce.number('Pagină invalidă').int().min(1, 'Pagină invalidă').max(100_000, 'Pagină invalidă').default(1),
    per_page: z.coerce
      .number('Număr de rânduri invalid')
      .int()
      .min(1, 'Număr de rânduri invalid')
      .max(max, `Cel mult ${max} pe pagină`)
      .default(perPage),
  }
}

/** '1', 'true', 'on' as query switches. */
export const Switch = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')

/** Bulk operation: each row has its own result. */
export const ManyIds = z.array(Id).min(1, 'Alegeți cel puțin un rând').max(100, 'Cel mult 100 de rânduri')
export const Outcomes = z.object({
  data: z.array(z.object({ id: Id, ok: z.boolean(), message: z.string().nullable() })),
})

export const Done = z.object({ ok: z.literal(true) })

/** Rules add their own facts to a problem, such as the state of an order, so unknown keys are allowed. */
export const Problem = z.looseObject({
  message: z.string(),
  code: z.string().optional(),
  /** 422: field (dotted) → Romanian messages. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
  request_id: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>
