import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByOrderId } from '../kernel/ids.ts'

const area = 'maps'

const Point = z
  .string()
  .regex(/^-?\d{1,2}(\.\d{1,8})?,-?\d{1,3}(\.\d{1,8})?$/, 'Coordonate invalide')
  .transform((text) => {
    const [lat = 0, long = 0] = text.split(',').map(Number)
    return { lat, long }
  })
  .refine(({ lat, long }) => Math.abs(lat) <= 85 && Math.abs(long) <= 180, 'Coordonate invalide')
  .meta({ description: 'lat,lng' })

const pictureParams = {
  size: z
    .string()
    .regex(/^\d{2,4}x\d{2,4}$/, 'Dimensiune invalidă')
    .default('640x320')
    .transform((text) => {
      const [width = 0, height = 0] = text.split('x').map(Number)
      return { width, height }
    })
    .refine(({ width, height }) => width >= 16 && height >= 16, 'Cel puțin 16x16')
    .refine(({ width, height }) => width <= 1280 && height <= 1280, 'Cel mult 1280x1280')
    .meta({ description: 'WIDTHxHEIGHT in pixels, from 16x16 to 1280x1280' }),
  scheme: z.enum(['light', 'dark']).default('light'),
}

const Png = z.any().meta({ description: 'image/png' })

export const readStaticMap = endpoint({
  method: 'GET',
  path: '/api/static-map',
  does: 'A picture of a route: A where it starts, B where it ends; kept by browsers for a day.',
  area,
  may: 'addresses.read',
  query: z.object({ pickup: Point, dest: Point.optional(), ...pictureParams }),
  reply: Png,
})

export const readOrderMap = endpoint({
  method: 'GET',
  path: '/api/orders/:id/static-map',
  does: 'The same of one order, so that its places stand in no address.',
  area,
  may: 'orders.read',
  params: ByOrderId,
  query: z.object(pictureParams),
  reply: Png,
  errors: ['order.unknown'],
})
