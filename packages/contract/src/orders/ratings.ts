import { MAX_STARS, RATING_TAGS } from '@dispecerat/domain/orders/rating'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByOrderId, ByUserId } from '../kernel/ids.ts'
import { Id, one, PageMeta, pageQuery, textUpTo } from '../kernel/wire.ts'
import { OrderRating } from './order-shapes.ts'

const area = 'ratings'

export const rateOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/rating',
  does: 'What the client says of a finished trip, told to a dispatcher; a driver says what he thinks of the client. Once each, within 7 days.',
  area,
  may: 'orders.rate',
  params: ByOrderId,
  body: z.object({
    stars: z.number('Alegeți între 1 și 5 stele').int().min(1, 'Alegeți între 1 și 5 stele').max(MAX_STARS),
    tags: z.array(z.enum(RATING_TAGS)).max(RATING_TAGS.length).default([]),
    comment: textUpTo(500).nullish(),
  }),
  reply: one(OrderRating),
  status: 201,
  errors: ['order.unknown', 'order.wrong_state', 'order.already_rated', 'order.rating_closed'],
})

const RatingOfPerson = OrderRating.extend({
  order_id: Id,
  /** The order belongs to the actor's companies and can be opened. */
  is_ours: z.boolean(),
  /** User who gave the rating or recorded it for the client; null for a user of another company. */
  by: z.object({ id: Id, name: z.string().nullable() }).nullable(),
})
export type RatingOfPerson = z.infer<typeof RatingOfPerson>

export const listRatings = endpoint({
  method: 'GET',
  path: '/api/users/:id/ratings',
  does: 'What clients said of a driver, or drivers of a client, newest first, with the mean of the last 100 (null under 5).',
  area,
  may: 'users.read',
  params: ByUserId,
  query: z.object({ ...pageQuery(30), of: z.enum(['driver', 'client']).default('driver') }),
  reply: z.object({ data: z.array(RatingOfPerson), mean: z.number().nullable(), meta: PageMeta }),
  errors: ['driver.unknown', 'client.unknown'],
})
