import { useSearch } from '@tanstack/react-router'
import type { SettingsParams } from '../../parts/settings-params.ts'
import { useChosenCompany } from '../../parts/use-chosen-company.ts'
import { catalogueMessages as messages } from '../../text/catalogue-messages.ts'
import { CatalogueList } from './catalogue-list.tsx'
import { SettingsCompany } from './settings-company.tsx'
import { SettingsFrame } from './settings-frame.tsx'

/** /settings/services: the services and options of orders. */
export function ServicesScreen() {
  const { company } = useSearch({ from: '/app/settings/services' }) as SettingsParams
  const companyId = useChosenCompany(company)
  return (
    <SettingsFrame path="/settings/services">
      <main id="content" className="page settings-page">
        <header className="settings-head">
          <h1>{messages.title}</h1>
          <SettingsCompany value={companyId} />
        </header>
        <CatalogueList kind="service" companyId={companyId} />
        <CatalogueList kind="option" companyId={companyId} />
      </main>
    </SettingsFrame>
  )
}
