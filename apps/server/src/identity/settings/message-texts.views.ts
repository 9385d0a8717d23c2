import type { MessageText } from '@dispecerat/contract/office/message-texts'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { platformText, TEXT_KEYS, type TextKey } from '@dispecerat/domain/office/message-texts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { standingText, type TextRow, textRows } from '../../platform/outbox/outbox.public.ts'

/** Texts that a company can edit; `companyId` null: the platform's, including those that only the platform can edit. */
export async function messageTexts(db: Db | Tx, companyId: CompanyId | null): Promise<MessageText[]> {
  const rows = await textRows(db, companyId)
  return TEXT_KEYS.filter((key) => mayEditText(key, companyId)).map((key) => viewOf(key, companyId, rows))
}

export function mayEditText(key: TextKey, companyId: CompanyId | null): boolean {
  return companyId === null || !platformText(key).isOfPlatform
}

function viewOf(key: TextKey, companyId: CompanyId | null, rows: readonly TextRow[]): MessageText {
  const ofKey = rows.filter((row) => row.key === key)
  const platform = ofKey.find((row) => row.companyId === null)
  const own = companyId === null ? platform : ofKey.find((row) => row.companyId === companyId)
  const now = standingText(key, own, platform)
  const byDefault = standingText(key, undefined, companyId === null ? undefined : platform)
  return {
    key,
    subject: now.subject,
    text: now.text,
    is_own: (own?.text ?? own?.subject ?? null) !== null,
    is_on: now.isOn,
    is_plain: now.isPlain,
    default_subject: byDefault.subject,
    default_text: byDefault.text,
    version: own?.version ?? 0,
    journal_id: own ? (companyId ?? own.id) : null,
  }
}
