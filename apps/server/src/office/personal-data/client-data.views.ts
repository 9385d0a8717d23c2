import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Whose } from './client-person.store.ts'

/** Stored data of a client, each list oldest first. Times are UTC in ISO 8601, money is in RON. */
export interface ClientData {
  companies: { company: string; name: string | null; notes: string | null; since: string }[]
  accounts: { account: string | null; name: string; notes: string | null; since: string }[]
  orders: {
    number: number
    company: string
    placed_at: string | null
    state: string
    phone: string | null
    contact_phone: string | null
    name: string | null
    notes: string | null
    driver: string | null
    cost_ron: number | null
    payment: string
    places: { name: string; lat: number; long: number; details: string | null }[]
  }[]
  calls: { company: string; at: string; direction: string; seconds: number | null; is_recorded: boolean }[]
  addresses: { company: string; name: string; lat: number; long: number; details: string | null; used: number }[]
  messages: { company: string | null; at: string; from_client: boolean; text: string }[]
  letters: { company: string | null; at: string; kind: string; text: string }[]
  ratings: { order: number; at: string; stars: number; comment: string | null }[]
  blocked: { company: string; reason: string; since: string }[]
  consents: { company: string | null; at: string; wording: string; texts: string; from: string | null }[]
  incidents: { company: string; at: string; type: string; text: string; address: string | null }[]
}

const mine = (column: string, companies: CompanyId[] | null): RawBuilder<boolean> =>
  sql`(${companies}::bigint[] is null or ${sql.ref(column)} = any(${companies}::bigint[]))`

/** False for rows of companies that the person works for: those are not addressed to them as a client. */
export const asClient = (column: string, worksFor: readonly number[]): RawBuilder<boolean> =>
  worksFor.length === 0 ? sql`true` : sql`coalesce(${sql.ref(column)} <> all(${[...worksFor]}::bigint[]), false)`

const iso = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const details = sql`nullif(concat_ws(', ', nullif(bloc, ''), nullif(scara, ''), reper, comment), '')`

async function list<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows
}

/** All data of the requested companies; secret messages (with one-time links) are left out. */
export async function clientData(db: Db, whose: Whose): Promise<ClientData> {
  const [companies, accounts, orders, calls, addresses, ...rest] = await Promise.all([
    list<ClientData['companies'][number]>(db, companiesOf(whose)),
    list<ClientData['accounts'][number]>(db, accountsOf(whose)),
    list<ClientData['orders'][number]>(db, ordersOf(whose)),
    list<ClientData['calls'][number]>(db, callsOf(whose)),
    list<ClientData['addresses'][number]>(db, addressesOf(whose)),
    list<ClientData['messages'][number]>(db, messagesOf(whose)),
    list<ClientData['letters'][number]>(db, outboundMessagesOf(whose)),
    list<ClientData['ratings'][number]>(db, ratingsOf(whose)),
    list<ClientData['blocked'][number]>(db, blockedOf(whose)),
    list<ClientData['consents'][number]>(db, consentsOf(whose)),
    list<ClientData['incidents'][number]>(db, incidentsOf(whose)),
  ])
  const [messages, outboundMessages, ratings, blocked, consents, incidents] = rest
  return {
    companies,
    accounts,
    orders,
    calls,
    addresses,
    messages,
    letters: outboundMessages,
    ratings,
    blocked,
    consents,
    incidents,
  }
}

const companiesOf = ({ userId, companies }: Whose) => sql<ClientData['companies'][number]>`
  select companies.name as company, known.name, known.about as notes, ${iso('known.created_at')} as since
  from company_clients known join companies on companies.id = known.company_id
  where known.user_id = ${userId} and ${mine('known.company_id', companies)} order by known.company_id
`

const accountsOf = ({ userId, companies }: Whose) => sql<ClientData['accounts'][number]>`
  select account.name as account, own.name, own.note as notes, ${iso('own.added_at')} as since
  from account_clients own join protocol_companies contract on contract.user_id = own.account_id
  join users account on account.id = own.account_id
  where own.user_id = ${userId} and ${mine('contract.company_id', companies)} order by own.account_id
`

const ordersOf = ({ userId, phone, companies }: Whose) => sql<ClientData['orders'][number]>`
  select orders.id as number, companies.name as company, ${iso('orders.placed_at')} as placed_at, orders.state,
    orders.client_phone as phone, orders.phone as contact_phone, coalesce(orders.client_name, orders.name) as name,
    orders.about_client as notes, orders.car_indicativ as driver, orders.cost_bani / 100.0::float8 as cost_ron,
    orders.payment_type as payment,
    coalesce((select json_agg(json_build_object('name', name, 'lat', lat, 'long', long, 'details', ${details}) order by position)
      from order_places where order_id = orders.id), '[]') as places
  from orders join companies on companies.id = orders.created_by_company_id
  where (orders.client_id = ${userId} or orders.client_phone = ${phone}) and ${mine('orders.created_by_company_id', companies)}
  order by orders.id
`

const callsOf = ({ phone, companies }: Whose) => sql<ClientData['calls'][number]>`
  select companies.name as company, ${iso('calls.rang_at')} as at, calls.direction,
    extract(epoch from calls.ended_at - calls.started_at)::integer as seconds,
    exists (select from call_recordings where call_id = calls.id) as is_recorded
  from calls join companies on companies.id = calls.company_id
  where calls.phone = ${phone} and ${mine('calls.company_id', companies)} order by calls.id
`

const addressesOf = ({ userId, phone, companies }: Whose) => sql<ClientData['addresses'][number]>`
  select companies.name as company, saved_addresses.name, saved_addresses.lat, saved_addresses.long, ${details} as details,
    use_count as used
  from saved_addresses join companies on companies.id = saved_addresses.company_id
  where (user_id = ${userId} or saved_addresses.phone = ${phone}) and ${mine('saved_addresses.company_id', companies)}
  order by saved_addresses.id
`

const messagesOf = ({ userId, companies, worksFor }: Whose) => sql<ClientData['messages'][number]>`
  select companies.name as company, ${iso('messages.created_at')} as at, messages.sender_id = ${userId} as from_client,
    messages.message as text
  from messages left join companies on companies.id = messages.company_id
  where (sender_id = ${userId} or receiver_id = ${userId}) and ${mine('messages.company_id', companies)}
    and ${asClient('messages.company_id', worksFor)} order by messages.id
`

const outboundMessagesOf = ({ userId, phone, companies, worksFor }: Whose) => sql<ClientData['letters'][number]>`
  select companies.name as company, ${iso('outbox.created_at')} as at, outbox.kind, outbox.text
  from outbox left join companies on companies.id = outbox.company_id
  where ((user_id = ${userId} and ${asClient('outbox.company_id', worksFor)}) or recipient = ${phone}) and not is_secret
    and ${mine('outbox.company_id', companies)}
  order by outbox.id
`

const ratingsOf = ({ userId, phone, companies }: Whose) => sql<ClientData['ratings'][number]>`
  select ratings.order_id as "order", ${iso('ratings.created_at')} as at, ratings.stars, ratings.comment
  from ratings join orders on orders.id = ratings.order_id
  where (orders.client_id = ${userId} or orders.client_phone = ${phone})
    and ${mine('orders.created_by_company_id', companies)} order by ratings.order_id
`

const blockedOf = ({ phone, companies }: Whose) => sql<ClientData['blocked'][number]>`
  select companies.name as company, blocked_phones.reason, ${iso('blocked_phones.created_at')} as since
  from blocked_phones join companies on companies.id = blocked_phones.company_id
  where blocked_phones.phone = ${phone} and ${mine('blocked_phones.company_id', companies)} order by blocked_phones.id
`

const consentsOf = ({ userId, companies }: Whose) => sql<ClientData['consents'][number]>`
  select companies.name as company, ${iso('consents.given_at')} as at, consents.wording, host(consents.ip) as "from",
    (select string_agg((page ->> 'url') || ' v' || (page ->> 'version'), ', ') from jsonb_array_elements(consents.texts) as page)
      as texts
  from consents left join companies on companies.id = consents.company_id
  where consents.user_id = ${userId} and ${mine('consents.company_id', companies)} order by consents.id
`

/** Incidents about the client or one of their orders; an SOS belongs to its driver. */
const incidentsOf = ({ userId, phone, companies }: Whose) => sql<ClientData['incidents'][number]>`
  select companies.name as company, ${iso('incidents.created_at')} as at, incidents.type, incidents.text, incidents.address
  from incidents join companies on companies.id = incidents.company_id
    left join orders on orders.id = incidents.order_id
  where (incidents.client_id = ${userId} or (incidents.client_id is null and incidents.type <> 'sos'
      and (orders.client_id = ${userId} or orders.client_phone = ${phone})))
    and ${mine('incidents.company_id', companies)} order by incidents.id
`
