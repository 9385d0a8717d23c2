import { Link } from '@tanstack/react-router'
import { useUser } from '../../api/session.ts'
import { messageTextLabels as labels } from '../../text/message-text-labels.ts'
import { SettingsCompany } from './settings-company.tsx'

/** Whose texts these are, and the way to the others for who keeps several. */
export function TextsOwner({
  companyId,
  isPlatform,
  mayEditPlatform,
}: {
  companyId: number | undefined
  isPlatform: boolean
  mayEditPlatform: boolean
}) {
  const { companies } = useUser()
  if (!mayEditPlatform) return <SettingsCompany value={companyId} />
  return (
    <>
      {isPlatform ? null : <SettingsCompany value={companyId} />}
      {isPlatform && companies.length === 0 ? null : (
        <Link to="/settings/texts" search={isPlatform ? {} : { house: true }}>
          {isPlatform ? labels.ofCompany : labels.house}
        </Link>
      )}
    </>
  )
}
