import type { NewPlace } from '@dispecerat/contract/orders/order-shapes'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Credit } from '@dispecerat/domain/orders/credit'
import { isDeliveryPackage } from '@dispecerat/domain/orders/goods'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

const RESTAURANT = 3

export interface FixedPickup {
  name: string
  lat: number
  long: number
}

/** A protocol company that orders for itself. */
export interface OrderingAccount {
  userId: UserId
  /** Fixed pickup of all its orders; null: each order names it. */
  pickup: FixedPickup | null
}

interface Row {
  packageId: number
  pickup: FixedPickup | null
  address: FixedPickup | null
}

/**
 * The ordering context of an actor who is a protocol company, null for all other actors. An account may have an address of its own;
 * otherwise a restaurant's goods are picked up at its company's. Throws FieldErrors when a restaurant has neither.
 */
export async function orderingAccount(
  tx: Db | Tx,
  actor: Actor,
  companyId: CompanyId,
): Promise<OrderingAccount | null> {
  if (actor.kind !== 'company' || actor.userId === null) return null
  const { rows } = await sql<Row>`
    select c.package_id as "packageId",
      case when p.pickup_name is not null then
        json_build_object('name', p.pickup_name, 'lat', p.pickup_lat, 'long', p.pickup_long) end as pickup,
      case when c.lat is not null and c.lng is not null then
        json_build_object('name', coalesce(c.address, c.name), 'lat', c.lat, 'long', c.lng) end as address
    from companies c left join protocol_companies p on p.user_id = ${actor.userId} and p.company_id = c.id
    where c.id = ${companyId}
  `.execute(tx)
  const row = rows[0]
  const pickup = row ? pickupOf(row) : null
  if (row?.packageId === RESTAURANT && pickup === null) {
    throw new FieldErrors({ 'places.0.name': ['Compania nu are o adresă de ridicare'] })
  }
  return { userId: actor.userId, pickup }
}

export function pickupOf({ packageId, pickup, address }: Row): FixedPickup | null {
  return isDeliveryPackage(packageId) ? (pickup ?? (packageId === RESTAURANT ? address : null)) : null
}

/** Puts the account's own address before the destinations; if the account sends it too, it appears once. */
export function withFixedPickup({ pickup }: OrderingAccount, typed: NewPlace[]): NewPlace[] {
  if (!pickup) return typed
  const [first, ...others] = typed
  return [pickup, ...(first && isAt(first, pickup) ? others : typed)]
}

function isAt(place: NewPlace, { lat, long }: FixedPickup): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) < 1e-5
  return near(place.lat, lat) && near(place.long, long)
}

/** Shifts problems to the places as they were typed: the account does not see its own address among them. */
export function asTyped(problems: Record<string, string[]>, account: OrderingAccount | null): Record<string, string[]> {
  if (!account?.pickup) return problems
  return Object.fromEntries(
    Object.entries(problems).map(([field, texts]) => [
      field.replace(/^places\.(\d+)/, (_, index: string) => `places.${Math.max(0, Number(index) - 1)}`),
      texts,
    ]),
  )
}

/** Locks the account's row (FOR UPDATE), so that concurrent orders are checked against its limit one after the other. */
export async function lockAccount(tx: Tx, accountId: UserId): Promise<void> {
  await sql`select from protocol_companies where user_id = ${accountId} for update`.execute(tx)
}

/**
 * Open amount of an account without the given order: finished orders count with their cost, all others, and those with a doubted fare, with
 * their estimate. Payments and credits of an invoice are subtracted; overpayments are credited to the account.
 */
export function openAmount(accountId: UserId | null | RawBuilder<number>, exceptOrderId = 0): RawBuilder<number> {
  return sql<number>`((
    select coalesce(sum(coalesce(case when o.fare_doubt is null then coalesce(o.discounted_cost_bani, o.cost_bani) end,
      o.estimated_cost_bani, 0)), 0)::bigint from orders o
    where o.protocol_user_id = ${accountId} and o.payment_type = 'protocol' and not o.is_paid_by_account and o.deleted_at is null
      and o.state in ('created', 'pending', 'assigned', 'finished') and o.id <> ${exceptOrderId}
    ) - (
    select coalesce(sum(i.paid_bani + i.credited_bani
      - case when i.paid_bani + i.credited_bani >= i.payable_bani then i.payable_bani else 0 end), 0)::bigint
    from invoices i where i.protocol_user_id = ${accountId} and i.kind = 'invoice'))`
}

/** Must be read after `lockAccount`, so that concurrent orders are counted. */
export async function creditOf(tx: Tx, accountId: UserId, exceptOrderId: OrderId): Promise<Credit> {
  const { rows } = await sql<Credit>`
    select (select credit_limit_bani from protocol_companies where user_id = ${accountId}) as "limitBani",
      ${openAmount(accountId, exceptOrderId)} as "openBani"
  `.execute(tx)
  return rows[0] ?? { limitBani: 0, openBani: 0 }
}

/** Locks the account and returns its own address; null: the user has no contract. */
export async function lockOwnPickup(
  tx: Tx,
  accountId: UserId,
): Promise<{ companyId: CompanyId; pickup: FixedPickup | null } | null> {
  const row = await tx
    .selectFrom('protocol_companies')
    .select(['company_id', 'pickup_name', 'pickup_lat', 'pickup_long'])
    .where('user_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const { company_id: companyId, pickup_name: name, pickup_lat: lat, pickup_long: long } = row
  return { companyId, pickup: name === null || lat === null || long === null ? null : { name, lat, long } }
}

export async function writeOwnPickup(tx: Tx, accountId: UserId, pickup: FixedPickup | null): Promise<void> {
  await tx
    .updateTable('protocol_companies')
    .set({
      pickup_name: pickup?.name ?? null,
      pickup_lat: pickup?.lat ?? null,
      pickup_long: pickup?.long ?? null,
    })
    .where('user_id', '=', accountId)
    .execute()
}
