import type { DomainErrorCode } from '@dispecerat/domain/errors'

interface Answer {
  status: 401 | 402 | 403 | 404 | 409 | 422
  message: string
}

/** One place answers every rule's "no": the status and the sentence a Romanian reader sees. */
export const PROBLEMS = {
  'order.unknown': { status: 404, message: 'Comanda nu există' },
  'order.wrong_state': { status: 409, message: 'Comanda este în altă stare; acțiunea nu mai este posibilă' },
  'order.changed_meanwhile': { status: 409, message: 'Comanda a fost modificată între timp de altcineva' },
  'order.not_yours': { status: 403, message: 'Doar dispecerul comenzii poate face asta' },
  'order.field_locked': { status: 409, message: 'Câmpul nu mai poate fi modificat în starea comenzii' },
  'order.last_place': { status: 422, message: 'Comanda trebuie să aibă cel puțin o adresă' },
  'order.phone_blocked': { status: 422, message: 'Număr blocat' },
  'order.client_phone_fixed': { status: 409, message: 'Numărul clientului nu se mai poate schimba' },
  'order.trip_step': { status: 409, message: 'Pasul cursei nu se potrivește cu starea ei' },
  'place.unknown': { status: 404, message: 'Adresa nu există' },
  'place.outside_romania': { status: 422, message: 'Adresa este în afara României' },
  'offer.unknown': { status: 404, message: 'Oferta nu există' },
  'offer.taken': { status: 409, message: 'Comanda a fost luată de alt șofer' },
  'offer.canceled': { status: 409, message: 'Comanda a fost anulată' },
  'offer.expired': { status: 409, message: 'Oferta a expirat' },
  'driver.unknown': { status: 404, message: 'Șoferul nu există' },
  'driver.busy': { status: 409, message: 'Șoferul are deja o comandă' },
  'driver.not_on_shift': { status: 409, message: 'Șoferul nu este în tură' },
  'driver.has_active_order': { status: 409, message: 'Tura nu se poate închide cu o comandă în curs' },
  'driver.car_taken': { status: 409, message: 'Mașina este folosită de alt șofer' },
  'driver.banned': { status: 403, message: 'Cont blocat' },
  'car.unknown': { status: 404, message: 'Mașina nu există' },
  'client.unknown': { status: 404, message: 'Clientul nu există' },
  'company.unknown': { status: 404, message: 'Compania nu există' },
  'company.suspended': { status: 402, message: 'Perioada de probă s-a încheiat; compania nu poate plasa comenzi noi' },
  'service.unknown': { status: 422, message: 'Serviciul nu există' },
  'zone.unknown': { status: 404, message: 'Zona nu există' },
  'saved_address.unknown': { status: 404, message: 'Adresa salvată nu există' },
  'saved_address.not_internal': { status: 403, message: 'Doar adresele companiei se pot șterge' },
  'blocked_phone.unknown': { status: 404, message: 'Numărul blocat nu există' },
  'user.unknown': { status: 404, message: 'Utilizatorul nu există' },
  'session.unknown': { status: 404, message: 'Sesiunea nu există' },
  'account.bad_credentials': { status: 422, message: 'E-mail sau parolă greșite' },
  'account.banned': { status: 403, message: 'Cont blocat' },
  'account.inactive': { status: 403, message: 'Cont dezactivat' },
  'account.token_invalid': { status: 401, message: 'Sesiune expirată; autentificați-vă din nou' },
  'account.forbidden': { status: 403, message: 'Nu aveți dreptul pentru această acțiune' },
  'account.set_up_closed': { status: 403, message: 'Legătura de configurare nu mai este valabilă' },
  'request.key_reused': { status: 422, message: 'Idempotency-Key a fost folosită pentru altă cerere' },
} as const satisfies Record<DomainErrorCode, Answer>

export const INVALID_DATA = 'Date invalide'
export const INTERNAL_ERROR = 'Eroare internă'
