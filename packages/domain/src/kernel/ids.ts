/**
 * Ids are database numbers; the brand keeps a driver id from being passed as an order id. An id gets its brand where it
 * enters the server: in the types of the tables and in the schemas of requests. What leaves the server is plain numbers.
 */
type Id<Noun extends string> = number & { readonly __noun: Noun }

export type OrderId = Id<'order'>
export type PlaceId = Id<'place'>
export type UserId = Id<'user'>
export type DriverId = UserId
export type CompanyId = Id<'company'>
export type CarId = Id<'car'>
export type ZoneId = Id<'zone'>
export type StandId = Id<'stand'>
export type WalkId = Id<'walk'>
export type RoundId = Id<'round'>
export type CallId = Id<'call'>

/** Brands a number without a typed source: parsed text (a SIP user, a search term), JSON, demo data, a literal of a test. */
export function asId<Branded extends Id<string>>(value: number): Branded {
  return value as Branded
}

/** `asId` for a list, without copying it. */
export function asIds<Branded extends Id<string>>(values: readonly number[]): Branded[] {
  return values as unknown as Branded[]
}

/** No user has this id. */
export const NO_USER: UserId = asId(0)
