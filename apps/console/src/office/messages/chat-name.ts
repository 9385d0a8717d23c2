import type { Interlocutor } from '@dispecerat/contract/office/messages'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { chatLabels } from '../chat-labels.ts'

/** '214 Ștefan Țepeș', or the phone of a client without a name. */
export function nameOf({ indicativ, name, phone }: Pick<Interlocutor, 'indicativ' | 'name' | 'phone'>): string {
  const who = name ?? (phone === null ? chatLabels.somebody : prettyPhone(phone))
  return indicativ === null ? who : `${indicativ} ${who}`
}
