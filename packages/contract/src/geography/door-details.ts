import { ORDER_TEXT } from '@dispecerat/domain/kernel/typed-text'
import { z } from 'zod'
import { textUpTo } from '../kernel/wire.ts'

/** Details of an address that lead the driver to the right door. */
export const DoorDetails = z.object({
  comment: z.string().nullable(),
  bloc: z.string().nullable(),
  scara: z.string().nullable(),
  reper: z.string().nullable(),
})

/** The same as typed input; every field is optional. */
export const TypedDoorDetails = z.object({
  comment: textUpTo(ORDER_TEXT.comment).nullish(),
  bloc: textUpTo(ORDER_TEXT.bloc).nullish(),
  scara: textUpTo(ORDER_TEXT.scara).nullish(),
  reper: textUpTo(ORDER_TEXT.reper).nullish(),
})
