import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { OrderIdIn } from '../kernel/ids.ts'
import { Done, Phone, requiredText } from '../kernel/wire.ts'

/** Stored for 30 days; a phone number is reduced to its last three digits before storing. */
export const reportClientError = endpoint({
  method: 'POST',
  path: '/api/client-errors',
  does: 'Something failed in a console without being shown; at most 10 a minute from one user.',
  area: 'client errors',
  may: 'orders.read',
  body: z.object({
    context: requiredText(80),
    message: requiredText(500),
    order_id: OrderIdIn.optional(),
    phone: Phone.optional(),
  }),
  reply: Done,
  status: 201,
})
