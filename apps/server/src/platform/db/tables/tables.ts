import type { FilingTables } from './billing/filings.ts'
import type { LedgerTables } from './billing/ledger.ts'
import type { ProtocolTables } from './billing/protocol.ts'
import type { SimulatorTables } from './demo/simulator.ts'
import type { ReplayTables } from './dispatch/replays.ts'
import type { SearchRuleTables } from './dispatch/search-rules.ts'
import type { BanTables } from './fleet/bans.ts'
import type { FleetTables } from './fleet/fleet.ts'
import type { StandTables } from './fleet/stands.ts'
import type { GazetteerTables } from './geography/gazetteer.ts'
import type { ZoneTables } from './geography/zones.ts'
import type { AdministrationTables } from './identity/administration.ts'
import type { PeopleTables } from './identity/people.ts'
import type { SecurityTables } from './identity/security.ts'
import type { ClientErrorTables } from './office/client-errors.ts'
import type { ImportTables } from './office/imports.ts'
import type { MessageTables } from './office/messages.ts'
import type { ReportTables } from './office/reports.ts'
import type { DiscountTables } from './orders/discounts.ts'
import type { OrderTables } from './orders/orders.ts'
import type { RatingTables } from './orders/ratings.ts'
import type { StatisticsTables } from './orders/statistics.ts'
import type { TariffTables } from './orders/tariffs.ts'
import type { ExportTables } from './platform/exports.ts'
import type { PlumbingTables } from './platform/plumbing.ts'
import type { ContentTables } from './site/content.ts'
import type { CallTables } from './telephony/calls.ts'
import type { RecordingTables } from './telephony/recordings.ts'

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
    ReportTables,
    RatingTables,
    ProtocolTables,
    PlumbingTables,
    GazetteerTables,
    ZoneTables {}
