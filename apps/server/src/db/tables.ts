import type { FleetTables } from './tables-fleet.ts'
import type { GazetteerTables } from './tables-gazetteer.ts'
import type { OrderTables } from './tables-orders.ts'
import type { PeopleTables } from './tables-people.ts'
import type { PlumbingTables } from './tables-plumbing.ts'

/** What Kysely knows of the schema, one interface per group of tables. */
export interface Tables extends PeopleTables, FleetTables, OrderTables, PlumbingTables, GazetteerTables {}
