import type { AdministrationTables } from './tables-administration.ts'
import type { BanTables } from './tables-bans.ts'
import type { CallTables } from './tables-calls.ts'
import type { ClientErrorTables } from './tables-client-errors.ts'
import type { ContentTables } from './tables-content.ts'
import type { DiscountTables } from './tables-discounts.ts'
import type { ExportTables } from './tables-exports.ts'
import type { FilingTables } from './tables-filings.ts'
import type { FleetTables } from './tables-fleet.ts'
import type { GazetteerTables } from './tables-gazetteer.ts'
import type { ImportTables } from './tables-imports.ts'
import type { LedgerTables } from './tables-ledger.ts'
import type { MessageTables } from './tables-messages.ts'
import type { OrderTables } from './tables-orders.ts'
import type { PeopleTables } from './tables-people.ts'
import type { PlumbingTables } from './tables-plumbing.ts'
import type { ProtocolTables } from './tables-protocol.ts'
import type { RatingTables } from './tables-ratings.ts'
import type { RecordingTables } from './tables-recordings.ts'
import type { ReplayTables } from './tables-replays.ts'
import type { SearchRuleTables } from './tables-search-rules.ts'
import type { SecurityTables } from './tables-security.ts'
import type { SimulatorTables } from './tables-simulator.ts'
import type { StandTables } from './tables-stands.ts'
import type { StatisticsTables } from './tables-statistics.ts'
import type { TariffTables } from './tables-tariffs.ts'
import type { ZoneTables } from './tables-zones.ts'

/** The schema as Kysely sees it, one interface per group of tables. */
export interface Tables
  extends AdministrationTables,
    SecurityTables,
    SimulatorTables,
    StatisticsTables,
    StandTables,
    TariffTables,
    BanTables,
    ImportTables,
    LedgerTables,
    CallTables,
    ClientErrorTables,
    ContentTables,
    DiscountTables,
    ExportTables,
    FilingTables,
    PeopleTables,
    MessageTables,
    FleetTables,
    OrderTables,
    SearchRuleTables,
    ReplayTables,
    RecordingTables,
    RatingTables,
    ProtocolTables,
    PlumbingTables,
    GazetteerTables,
    ZoneTables {}
