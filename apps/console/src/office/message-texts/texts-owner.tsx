import { Link } from '@tanstack/react-router'
import { useUser } from '../../api/session.ts'
import { SettingsCompany } from '../../shared/settings-page/settings-company.tsx'
import { messageTextLabels as labels } from './message-text-labels.ts'

/** The owner of the shown texts, with a choice for users of several companies. */
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
