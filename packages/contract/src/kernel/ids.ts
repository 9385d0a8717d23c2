import type {
  CallId,
  CarId,
  CompanyId,
  OrderId,
  PlaceId,
  RoundId,
  StandId,
  UserId,
  ZoneId,
} from '@dispecerat/domain/kernel/ids'
import { z } from 'zod'
import { Id, IdText, ManyIds } from './wire.ts'

/**
 * Ids of requests: the same schemas as `Id` and `IdText`, whose output has the brand of its noun. Replies and events
 * use `Id`: outside the server ids are plain numbers.
 */
function branded<Branded>() {
  return <Schema extends z.ZodType>(schema: Schema) => schema as unknown as z.ZodType<Branded, z.input<Schema>>
}

const call = branded<CallId>()
const car = branded<CarId>()
const company = branded<CompanyId>()
const order = branded<OrderId>()
const place = branded<PlaceId>()
const round = branded<RoundId>()
const stand = branded<StandId>()
const user = branded<UserId>()
const zone = branded<ZoneId>()

/** In a body. */
export const CarIdIn = car(Id)
export const CompanyIdIn = company(Id)
export const OrderIdIn = order(Id)
export const PlaceIdIn = place(Id)
export const RoundIdIn = round(Id)
export const StandIdIn = stand(Id)
export const UserIdIn = user(Id)
export const ZoneIdIn = zone(Id)

/** In a path or a query. */
export const CarIdText = car(IdText)
export const CompanyIdText = company(IdText)
export const OrderIdText = order(IdText)
export const PlaceIdText = place(IdText)
export const RoundIdText = round(IdText)
export const UserIdText = user(IdText)
export const ZoneIdText = zone(IdText)

export const ByCallId = z.object({ id: call(IdText) })
export const ByCarId = z.object({ id: CarIdText })
export const ByCompanyId = z.object({ id: CompanyIdText })
export const ByOrderId = z.object({ id: OrderIdText })
export const ByStandId = z.object({ id: stand(IdText) })
export const ByUserId = z.object({ id: UserIdText })
export const ByZoneId = z.object({ id: ZoneIdText })

export const ManyCarIds = branded<CarId[]>()(ManyIds)
export const ManyUserIds = branded<UserId[]>()(ManyIds)
