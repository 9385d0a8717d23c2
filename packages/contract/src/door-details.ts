import { ORDER_TEXT } from '@dispecerat/domain/typed-text'
import { z } from 'zod'
import { textUpTo } from './wire.ts'

/** What tells a driver which door of the address it is. */
export const DoorDetails = z.object({
  comment: z.string().nullable(),
  bloc: z.string().nullable(),
  scara: z.string().nullable(),
  reper: z.string().nullable(),
})

/** The same as somebody types it; nothing of it is needed. */
export const TypedDoorDetails = z.object({
  comment: textUpTo(ORDER_TEXT.comment).nullish(),
  bloc: textUpTo(ORDER_TEXT.bloc).nullish(),
  scara: textUpTo(ORDER_TEXT.scara).nullish(),
  reper: textUpTo(ORDER_TEXT.reper).nullish(),
})
