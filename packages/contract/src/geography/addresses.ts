import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdIn, UserIdText } from '../kernel/ids.ts'
import { ById, Done, Id, IdText, Latitude, Longitude, one, requiredText, textUpTo, WireTime } from '../kernel/wire.ts'
import { DoorDetails, TypedDoorDetails } from './door-details.ts'

const area = 'addresses'
const may = 'addresses.read' as const

const PlaceId = textUpTo(200).min(1, 'Identificator invalid')
const SessionToken = textUpTo(64).optional()
/** Typed text is never refused: beyond 200 characters nothing helps to find an address. */
const Typed = z.string().transform((text) => text.slice(0, 200))
const Degrees = (shape: z.ZodNumber) => z.string().max(40).transform(Number).pipe(shape)
const MAX_RADIUS_METRES = 50_000
const Radius = z
  .string()
  .max(20)
  .transform(Number)
  .pipe(z.number('Rază invalidă').positive('Rază invalidă'))
  .transform((metres) => Math.min(metres, MAX_RADIUS_METRES))

const Circle = z.object({
  center: z.object({ latitude: Latitude, longitude: Longitude }),
  radius: z.number('Rază invalidă').positive('Rază invalidă').default(MAX_RADIUS_METRES),
})

/** A nested query value, sent as one JSON text: {"circle":{"center":{"latitude":…,"longitude":…},"radius":50000}}. */
const CircleText = textUpTo(400).transform((text, context): z.output<typeof Circle> => {
  const read = z.object({ circle: Circle }).safeParse(jsonOf(text))
  if (read.success) return read.data.circle
  context.addIssue({ code: 'custom', message: 'Zonă de căutare invalidă' })
  return z.NEVER
})

/** 'lat,lng' */
const PointText = textUpTo(60).transform((text, context) => {
  const [lat, lng, ...rest] = text.split(',').map(Number)
  const read = z.object({ lat: Latitude, lng: Longitude }).safeParse({ lat, lng })
  if (read.success && rest.length === 0) return read.data
  context.addIssue({ code: 'custom', message: 'Coordonate invalide' })
  return z.NEVER
})

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const SuggestedPlace = z.object({
  placeId: z.string(),
  name: z.string(),
  /** A place of the company itself, which the company may delete. */
  is_internal: z.boolean(),
  /** Null, with lng, where the provider returns coordinates only with the details. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  ...DoorDetails.shape,
  precision: z.enum(['rooftop', 'interpolated', 'street', 'place', 'locality']),
})
export type SuggestedPlace = z.infer<typeof SuggestedPlace>

/** Language and region are fixed to Romanian and Romania; other values are accepted and change nothing. */
export const searchPlacesNew = endpoint({
  method: 'GET',
  path: '/api/places-search-new',
  does: 'Addresses that fit what was typed, the company’s own first, at most 10. X-Degraded: geocoder says that only known addresses were searched.',
  area,
  may,
  query: z.object({
    input: Typed,
    languageCode: textUpTo(20).optional(),
    includedRegionCodes: z.unknown().optional(),
    locationRestriction: CircleText.optional(),
    'locationRestriction[circle][center][latitude]': Degrees(Latitude).optional(),
    'locationRestriction[circle][center][longitude]': Degrees(Longitude).optional(),
    'locationRestriction[circle][radius]': Radius.optional(),
    sessionToken: SessionToken,
  }),
  reply: z.array(SuggestedPlace),
})

export const searchPlacesNewByPost = endpoint({
  method: 'POST',
  path: '/api/places-search-new',
  does: 'The same search with what is asked in the body, where no log of addresses asked keeps it.',
  area,
  may,
  body: z.object({
    input: Typed,
    languageCode: textUpTo(20).optional(),
    includedRegionCodes: z.unknown().optional(),
    locationRestriction: z.object({ circle: Circle }).optional(),
    sessionToken: SessionToken,
  }),
  reply: z.array(SuggestedPlace),
})

export const readPlaceDetailsNew = endpoint({
  method: 'GET',
  path: '/api/place-details-new/:id',
  does: 'Where a suggested address lies.',
  area,
  may,
  params: z.object({ id: PlaceId }),
  query: z.object({ sessionToken: SessionToken }),
  reply: z.object({
    id: z.string(),
    name: z.string(),
    location: z.object({ latitude: z.number(), longitude: z.number() }),
  }),
  errors: ['place.unknown'],
})

export const searchPlaces = endpoint({
  method: 'GET',
  path: '/api/places-search',
  does: 'The older search: strictbounds=true excludes what is outside the radius, otherwise the circle only ranks.',
  area,
  may,
  query: z.object({
    input: Typed,
    language: textUpTo(20).optional(),
    components: z.unknown().optional(),
    location: PointText.optional(),
    radius: Radius.optional(),
    strictbounds: textUpTo(5).optional(),
    /** 'circle:25000@lat,lng' */
    locationbias: textUpTo(80).optional(),
    sessiontoken: SessionToken,
  }),
  reply: z.object({
    status: z.enum(['OK', 'ZERO_RESULTS']),
    predictions: z.array(
      z.object({ place_id: z.string(), description: z.string(), is_internal: z.boolean(), ...DoorDetails.shape }),
    ),
  }),
})

const GoogleShapedPlace = z.object({
  place_id: z.string(),
  name: z.string(),
  formatted_address: z.string(),
  address_components: z.array(z.object({ long_name: z.string(), short_name: z.string(), types: z.array(z.string()) })),
  geometry: z.object({ location: z.object({ lat: z.number(), lng: z.number() }) }),
})
export type GoogleShapedPlace = z.infer<typeof GoogleShapedPlace>

export const readPlaceDetails = endpoint({
  method: 'GET',
  path: '/api/place-details',
  does: 'The older details of a suggested address.',
  area,
  may,
  query: z.object({
    place_id: PlaceId,
    fields: z.unknown().optional(),
    language: textUpTo(20).optional(),
    sessiontoken: SessionToken,
  }),
  reply: z.object({ status: z.literal('OK'), result: GoogleShapedPlace }),
  errors: ['place.unknown'],
})

export const geocodePlace = endpoint({
  method: 'GET',
  path: '/api/place-geocode',
  does: 'Coordinates of a suggested address, in the older shape.',
  area,
  may,
  query: z.object({ place_id: PlaceId }),
  reply: z.object({ status: z.literal('OK'), results: z.array(GoogleShapedPlace) }),
  errors: ['place.unknown'],
})

export const addPlace = endpoint({
  method: 'POST',
  path: '/api/add-place',
  does: 'Keep an address as the company’s own; the same place_id again changes it.',
  area,
  may: 'addresses.edit',
  body: z.object({
    place_id: textUpTo(200).nullish(),
    name: requiredText(200),
    lat: Latitude,
    lng: Longitude,
    ...TypedDoorDetails.shape,
    /** Only for accounts of several companies; by default the actor's first one. */
    company_id: CompanyIdIn.optional(),
  }),
  reply: one(SuggestedPlace),
  status: 201,
  errors: ['place.outside_romania', 'company.unknown'],
})

export const deletePlace = endpoint({
  method: 'DELETE',
  path: '/api/delete-place/:id',
  does: 'Remove one of the company’s own addresses.',
  area,
  may: 'addresses.edit',
  params: z.object({ id: PlaceId }),
  reply: Done,
  errors: ['place.unknown', 'saved_address.not_internal'],
})

export const SavedAddress = z.object({
  id: Id,
  name: z.string(),
  lat: z.number(),
  long: z.number(),
  place_id: z.string().nullable(),
  ...DoorDetails.shape,
  use_count: z.number().int(),
})
export type SavedAddress = z.infer<typeof SavedAddress>

/** A leading '+' or '0' makes it a phone, any other digits a user's id. */
export const listSavedAddresses = endpoint({
  method: 'GET',
  path: '/api/addresses/:phoneOrUserId',
  does: 'Addresses a client ordered from, most used first, at most 50; [] for an unknown phone.',
  area,
  may,
  params: z.object({ phoneOrUserId: textUpTo(40).min(1, 'Număr de telefon invalid') }),
  reply: z.array(SavedAddress),
})

export const deleteSavedAddress = endpoint({
  method: 'DELETE',
  path: '/api/addresses/:id',
  does: 'Never offer this address again.',
  area,
  may: 'saved_addresses.edit',
  params: ById,
  reply: Done,
  errors: ['saved_address.unknown'],
})

export const restoreSavedAddress = endpoint({
  method: 'POST',
  path: '/api/addresses/:id/restore',
  does: 'Take the deletion of a saved address back.',
  area,
  may: 'saved_addresses.edit',
  params: ById,
  body: z.unknown().optional(),
  reply: Done,
  errors: ['saved_address.unknown'],
})

export const restorePlace = endpoint({
  method: 'POST',
  path: '/api/delete-place/:id/restore',
  does: 'Take the deletion of a company’s own address back.',
  area,
  may: 'addresses.edit',
  params: z.object({ id: PlaceId }),
  body: z.unknown().optional(),
  reply: Done,
  errors: ['place.unknown', 'saved_address.not_internal'],
})

/** A past address of a client, as the older form lists it. */
export const AddressOfPast = SavedAddress.extend({ last_used_at: WireTime })
export type AddressOfPast = z.infer<typeof AddressOfPast>

export const listAddressHistory = endpoint({
  method: 'GET',
  path: '/api/dispatcher-orders/:clientId/address-history',
  does: 'Addresses a client of my companies ordered from, the last used first, at most 50.',
  area,
  may: 'clients.read',
  params: z.object({ clientId: UserIdText }),
  reply: z.object({ data: z.array(AddressOfPast) }),
  errors: ['client.unknown'],
})

export const deleteFromAddressHistory = endpoint({
  method: 'PATCH',
  path: '/api/dispatcher-orders/:clientId/address-history-delete/:addressId',
  does: 'Take one address out of a client’s history and of his saved addresses; it stays in past orders.',
  area,
  may: 'clients.note',
  params: z.object({ clientId: UserIdText, addressId: IdText }),
  body: z.unknown().optional(),
  reply: Done,
  errors: ['client.unknown', 'saved_address.unknown'],
})

/** Address at the map's pin. */
export const reverseGeocode = endpoint({
  method: 'GET',
  path: '/api/place-reverse',
  does: 'The nearest known address of a point; null when nothing known is near.',
  area,
  may,
  query: z.object({ lat: Degrees(Latitude), lng: Degrees(Longitude) }),
  reply: one(SuggestedPlace.nullable()),
})
