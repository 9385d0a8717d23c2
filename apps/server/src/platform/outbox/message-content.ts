import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import {
  filledText,
  htmlOfText,
  platformText,
  type TextFacts,
  type TextKey,
} from '@dispecerat/domain/office/message-texts'
import { withoutDiacritics } from '@dispecerat/domain/office/sms-size'
import type { Tx } from '../db/database.ts'
import { type TextRow, textRows } from './message-texts.store.ts'

/** The effective text: the company's own, else the platform's, else the product's default. */
interface StandingText {
  subject: string | null
  text: string
  isOn: boolean
  isPlain: boolean
}

export function standingText(key: TextKey, own: TextRow | undefined, platform: TextRow | undefined): StandingText {
  const defaults = platformText(key)
  return {
    subject: defaults.subject === null ? null : (own?.subject ?? platform?.subject ?? defaults.subject),
    text: own?.text ?? platform?.text ?? defaults.text,
    isOn: defaults.switch === null || (own?.isOn ?? defaults.switch.isOn),
    isPlain: defaults.channel === 'sms' && (own?.isPlain ?? defaults.isPlain),
  }
}

interface MessageContent {
  subject: string
  text: string
  html: string
}

/** Content of an outbound message; null when the company switched the text off. */
export async function contentOf<Key extends TextKey>(
  tx: Tx,
  key: Key,
  companyId: CompanyId | null,
  facts: TextFacts<Key>,
): Promise<MessageContent | null> {
  const wording = await wordingOf(tx, key, companyId)
  return wording?.(facts) ?? null
}

/** Content function for many outbound messages of one text. */
export async function wordingOf<Key extends TextKey>(
  tx: Tx,
  key: Key,
  companyId: CompanyId | null,
): Promise<((facts: TextFacts<Key>) => MessageContent) | null> {
  const rows = await textRows(tx, companyId, key)
  const own = companyId === null ? undefined : rows.find((row) => row.companyId === companyId)
  const standing = standingText(
    key,
    own,
    rows.find((row) => row.companyId === null),
  )
  if (!standing.isOn) return null
  return (facts) => {
    const filled = filledText(standing.text, facts)
    const text = standing.isPlain ? withoutDiacritics(filled) : filled
    const subject = filledText(standing.subject ?? '', facts).replace(/\s+/g, ' ')
    return { subject, text, html: htmlOfText(text) }
  }
}
