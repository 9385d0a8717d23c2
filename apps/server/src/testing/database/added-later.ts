/** What the migrations after the baseline add: name of the migration → statements that take it back. */
export const ADDED_LATER: Readonly<Record<string, string>> = {
  '0013_measured_distances': `
    alter table search_rounds drop column beyond;
    alter table search_offers drop column route_is_guess;`,
  '0014_assignment_by_hand': `
    alter table company_settings drop column named_driver_confirms;
    alter table orders drop column excluded_driver_ids;`,
  '0016_orders_wait_their_turn': `
    alter table company_settings alter column skip_empty_steps set default false;
    alter table search_walks drop column promised_at, drop column wait_seconds;`,
}
