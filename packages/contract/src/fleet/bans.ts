import { BAN_UNITS } from '@dispecerat/domain/fleet/ban'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByUserId } from '../kernel/ids.ts'
import { Id, textUpTo, WireTime, WireTimeIn } from '../kernel/wire.ts'

const area = 'bans'

/** One of the three lengths with a reason; an empty request lifts the ban. */
export const BanRequest = z.object({
  unit: z.enum(BAN_UNITS, 'Unitatea este oră sau zi').optional(),
  amount: z.number('Număr invalid').int('Număr întreg').min(1, 'Cel puțin 1').max(10_000, 'Cel mult 10000').optional(),
  ban_forever: z.boolean('Valoare invalidă').optional(),
  ban_until: WireTimeIn.nullish(),
  reason: textUpTo(300).nullish(),
})
export type BanRequest = z.infer<typeof BanRequest>

export const banUser = endpoint({
  method: 'PATCH',
  path: '/api/users/:id/ban',
  does: 'Ban a user for hours, days, until a time or for good, with a reason; an empty body lifts the ban.',
  area,
  may: 'users.ban',
  params: ByUserId,
  body: BanRequest.nullish(),
  reply: z.object({ date: WireTime.nullable(), reason: z.string().nullable() }),
  errors: ['user.unknown', 'user.not_yours_to_ban'],
})

export const BanOfDriver = z.object({
  id: Id,
  banned_at: WireTime,
  ban_until: WireTime,
  reason: z.string(),
  /** 'system' for a ban by the search. */
  by: z.string(),
  by_name: z.string().nullable(),
  order_id: Id.nullable(),
  /** Null while the ban runs. */
  ended_at: WireTime.nullable(),
  end_reason: z.enum(['expired', 'lifted', 'replaced']).nullable(),
  ended_by_name: z.string().nullable(),
})
export type BanOfDriver = z.infer<typeof BanOfDriver>

export const listBans = endpoint({
  method: 'GET',
  path: '/api/drivers/:id/bans',
  does: 'The last 50 bans of a driver, newest first.',
  area,
  may: 'users.read',
  params: ByUserId,
  reply: z.object({ data: z.array(BanOfDriver) }),
  errors: ['driver.unknown'],
})
