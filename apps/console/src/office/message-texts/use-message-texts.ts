import { listMessageTexts } from '@dispecerat/contract/office/message-texts'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { useUser } from '../../api/session.ts'
import type { SettingsParams } from '../../routes/params/settings-params.ts'
import { useChosenCompany } from '../../shared/companies/use-chosen-company.ts'

/** Owner of the texts on a page: a company, or the platform for its administrators. */
export function useTextsOwner({ company, house: isPlatformChosen }: SettingsParams): {
  companyId: number | undefined
  isPlatform: boolean
  mayEditPlatform: boolean
} {
  const mayEditPlatform = useUser().permissions.includes('companies.administer')
  const ofCompany = useChosenCompany(company)
  const isPlatform = mayEditPlatform && (isPlatformChosen === true || ofCompany === undefined)
  return { companyId: isPlatform ? undefined : ofCompany, isPlatform, mayEditPlatform }
}

export function useMessageTexts(companyId: number | undefined) {
  return useEndpointQuery(listMessageTexts, { query: { company_id: companyId } })
}
