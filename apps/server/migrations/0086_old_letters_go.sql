-- Mails, SMS and notifications hold names and phones: they go after a year, like the changes.
alter table retention_runs drop constraint retention_runs_kind_check;
alter table retention_runs add constraint retention_runs_kind_check
  check (kind in ('recordings', 'trails', 'calls', 'client_errors', 'changes', 'letters'));
