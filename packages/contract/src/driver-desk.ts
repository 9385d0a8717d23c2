import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Done, Id, one, Ron, requiredText, textUpTo } from './wire.ts'

const area = 'driver'
const may = 'driver.work' as const

export const registerDevice = endpoint({
  method: 'POST',
  path: '/api/driver/device',
  does: 'The phone this app is installed on; send it after every log-in and when the push token changes.',
  area,
  may,
  body: z.object({
    /** Made once by the app when it is installed. */
    install_id: requiredText(100),
    platform: z.enum(['android', 'ios'], 'Platformă necunoscută'),
    model: textUpTo(100).nullish(),
    os_version: textUpTo(40).nullish(),
    app_version: textUpTo(40).nullish(),
    /** Kept secret: no answer ever holds it. */
    push_token: textUpTo(500).nullish(),
  }),
  reply: Done,
  errors: ['device.blocked', 'device.of_another_company'],
})

export const readBalance = endpoint({
  method: 'GET',
  path: '/api/driver/balance',
  does: 'My balance, and the least with which offers come.',
  area,
  may,
  reply: one(
    z.object({
      balance: Ron,
      /** null: any balance will do. */
      min_balance_to_work: Ron.nullable(),
      is_enough: z.boolean(),
    }),
  ),
})

export const listDriverZones = endpoint({
  method: 'GET',
  path: '/api/driver/zones',
  does: 'The zones of my company by name, with its busy and free drivers in each.',
  area,
  may,
  reply: z.object({
    data: z.array(
      z.object({
        id: Id,
        name: z.string(),
        busy_drivers: z.number().int(),
        free_drivers: z.number().int(),
        /** Where my own car is. */
        is_here: z.boolean(),
      }),
    ),
  }),
})
