import { showPhone } from '@dispecerat/domain/kernel/phone'
import { minutesText } from '@dispecerat/domain/office/message-texts'
import type { OrderMessageFacts } from '../notify/order-message-facts.store.ts'

/** Values for the placeholders of texts to a client; each text uses the ones it names. */
export function clientFacts(order: OrderMessageFacts) {
  const { companie, telefon, adresa, indicativ, masina, numar, sofer, minutes } = order
  return {
    comanda: String(order.orderNo ?? ''),
    telefon: telefon === null ? '' : showPhone(telefon),
    companie,
    adresa,
    indicativ: indicativ ?? '',
    masina: masina ?? '',
    numar: numar ?? '',
    sofer: sofer ?? '',
    minute: minutesText(minutes),
  }
}
