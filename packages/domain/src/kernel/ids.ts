/** Ids are database numbers; the brand keeps a driver id from being passed as an order id. */
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
