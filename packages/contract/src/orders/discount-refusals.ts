import type { DiscountRefusal } from '@dispecerat/domain/orders/discount'

/** Texts of discount refusals, shared by the server and the screens. */
export const DISCOUNT_REFUSAL_TEXTS: Record<DiscountRefusal, string> = {
  inactive: 'Reducerea este oprită',
  not_yet: 'Reducerea nu a început încă',
  over: 'Reducerea s-a încheiat',
  other_service: 'Reducerea este pentru alt serviciu',
  below_min_cost: 'Costul este sub minimul reducerii',
  used_up: 'Reducerea a fost folosită de câte ori se putea',
  used_up_by_client: 'Clientul a folosit reducerea de câte ori putea',
  client_unknown: 'Nu se știe cine comandă',
  not_nth: 'Nu este comanda cu numărul potrivit',
  not_first: 'Nu este prima comandă a clientului',
  no_code: 'Nu s-a spus codul',
  other_code: 'Codul nu este acesta',
  not_on_account: 'Comanda nu este pe protocol',
  other_account: 'Reducerea este pentru altă companie protocol',
  other_hours: 'Reducerea este în alte zile sau ore',
  not_chosen: 'Se acordă numai la alegere',
}
