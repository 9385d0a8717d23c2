import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** What the migrations after the baseline add: name of the migration → statements that take it back. */
export const ADDED_LATER: Readonly<Record<string, string>> = {
  '0013_measured_distances': `
    alter table search_rounds drop column beyond;
    alter table search_offers drop column route_is_guess;`,
  '0014_assignment_by_hand': `
    alter table company_settings drop column named_driver_confirms;
    alter table orders drop column excluded_driver_ids;`,
  '0015_after_the_yes': `
    alter table company_settings drop column search_after_return;
    alter table driver_status drop column reserved_idle_from, drop column reserved_stand_id, drop column reserved_stand_since,
      drop column reserved_stand_until;
    alter table orders drop column arrived_at;
    alter table company_settings drop column no_show_wait_min;
    update orders set cancellation_reason_type = 'driver_canceled' where cancellation_reason_type = 'no_show';
    alter table orders drop constraint orders_cancellation_reason_type_check;
    alter table orders add constraint orders_cancellation_reason_type_check check (cancellation_reason_type in
      ('driver_canceled', 'call_ended', 'dispatcher_canceled', 'no_drivers_found', 'client_canceled'));`,
  '0016_orders_wait_their_turn': `
    alter table company_settings alter column skip_empty_steps set default false;
    alter table search_walks drop column promised_at, drop column wait_seconds;`,
  '0017_learned_times': `
    drop table learned_times, learned_nights;
    alter table company_settings drop column scheduled_lead_learned;
    alter table orders drop column lead_source;`,
  '0018_old_first_positions': `
    update driver_last_positions set implausible = 'jump' where implausible = 'old';
    alter table driver_last_positions drop constraint driver_last_positions_implausible_check;
    alter table driver_last_positions add constraint driver_last_positions_implausible_check
      check (implausible in ('jump', 'mock'));`,
  '0019_arrival_with_evidence': `
    alter table orders drop column arrival_doubt, drop column arrival_metres;
    alter table company_settings drop column arrival_radius_m;
    update orders set fare_doubt = null where fare_doubt = 'no_trip';
    alter table orders drop constraint orders_fare_doubt_check;
    alter table orders add constraint orders_fare_doubt_check check (fare_doubt in
      ('above_estimate', 'above_time', 'mock_position'));`,
  '0020_watched_cars': `
    drop table car_watches;
    alter table driver_trail drop column is_marked;
    alter table company_settings drop column car_warning_min, drop column car_replacement_min;
    alter table orders drop column replacement_since;`,
  '0021_clock_steps': `
    drop table clock_steps;`,
}

/** Removes what the migrations after the baseline add. */
export async function takeBackAddedLater(db: Db): Promise<void> {
  for (const takeBack of Object.values(ADDED_LATER).toReversed()) await sql.raw(takeBack).execute(db)
}
