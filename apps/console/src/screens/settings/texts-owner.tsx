import { Link } from '@tanstack/react-router'
import { useUser } from '../../api/session.ts'
import { messageTextLabels as labels } from '../../text/message-text-words.ts'
import { SettingsCompany } from './settings-company.tsx'

/** Whose texts these are, and the way to the others for who keeps several. */
export function TextsOwner({
  companyId,
  isHouse,
  mayHouse,
}: {
  companyId: number | undefined
  isHouse: boolean
  mayHouse: boolean
}) {
  const { companies } = useUser()
  if (!mayHouse) return <SettingsCompany value={companyId} />
  return (
    <>
      {isHouse ? null : <SettingsCompany value={companyId} />}
      {isHouse && companies.length === 0 ? null : (
        <Link to="/settings/texts" search={isHouse ? {} : { house: true }}>
          {isHouse ? labels.ofCompany : labels.house}
        </Link>
      )}
    </>
  )
}
