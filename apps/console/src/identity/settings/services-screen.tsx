import { useSearch } from '@tanstack/react-router'
import type { SettingsParams } from '../../routes/params/settings-params.ts'
import { useChosenCompany } from '../../shared/companies/use-chosen-company.ts'
import { catalogueMessages as messages } from '../../shared/settings-page/catalogue-messages.ts'
import { SettingsCompany } from '../../shared/settings-page/settings-company.tsx'
import { SettingsFrame } from '../../shared/settings-page/settings-frame.tsx'
import { CatalogueList } from './catalogue-list.tsx'

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
