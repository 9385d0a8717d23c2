/** Romanian verbs of changes to a row, as its own page shows them. */
export const rowActs: Readonly<Record<string, string>> = {
  created: 'a adăugat',
  changed: 'a modificat',
  deleted: 'a dezactivat',
  restored: 'a reactivat',
  partner_asked: 'a cerut parteneriatul',
  partner_accepted: 'a acceptat parteneriatul',
  partner_ended: 'a încheiat parteneriatul',
  partner_refused: 'a închis cererea de parteneriat',
  approved: 'a aprobat firma',
  refused: 'a respins firma',
  email_proved: 'a confirmat adresa de e-mail',
  broadcast_stopped: 'a oprit un mesaj către toți',
  over_quota: 'a depășit limita zilnică',
  erased: 'a șters datele personale',
  erasure_stopped: 'a oprit ștergerea datelor personale',
  exported: 'a exportat datele personale',
  two_factor_on: 'a activat autentificarea în doi pași',
  two_factor_off: 'a dezactivat autentificarea în doi pași',
  sessions_ended: 'a încheiat sesiunile',
  recovery_codes: 'a făcut alte coduri de rezervă',
}

/** Actor of changes that no user made. */
export const systemLabel = 'Sistemul'

/** Label of a user without a name, or whose name was erased. */
export const nameless = 'Utilizator fără nume'
