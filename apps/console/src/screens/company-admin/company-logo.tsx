import {
  type Company,
  deleteCompanyLogo,
  MOST_LOGO_BYTES,
  readCompanyLogo,
  saveCompanyLogo,
} from '@dispecerat/contract/companies'
import { Button, FileButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call, callForFile } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { EditSection } from '../../parts/edit-page/edit-page.tsx'
import { companyAdminWords as words } from '../../text/company-admin-words.ts'
import { fileAsBase64 } from '../../ui/file-as-base64.ts'
import { toast } from '../../ui/toast.ts'

interface Props {
  company: Company
  onChange: (fresh: { data: Company }) => void
}

/** The company's picture; the server looks at its bytes, and cleans a drawing of all that could act. */
export function CompanyLogo({ company, onChange }: Props) {
  const { id, logo_url: address } = company
  const save = useAction(
    async (file: File, key) =>
      call(saveCompanyLogo, { params: { id }, body: { logo: await fileAsBase64(file) } }, { key }),
    { done: onChange },
  )
  const drop = useAction((_: null, key) => call(deleteCompanyLogo, { params: { id } }, { key }), { done: onChange })
  const choose = (file: File | null) => {
    if (file && file.size > MOST_LOGO_BYTES) toast.bad(words.logoTooLarge)
    else if (file) void save.run(file)
  }
  return (
    <EditSection title={words.sections.logo}>
      <div className="company-logo wide">
        {address ? <Logo company={company} address={address} /> : <p className="dim">{words.noLogo}</p>}
      </div>
      <div className="company-logo-acts wide">
        <FileButton onChange={choose} accept="image/png,image/jpeg,image/svg+xml">
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" disabled={save.busy}>
              {words.chooseLogo}
            </Button>
          )}
        </FileButton>
        {address ? (
          <Button size="compact-sm" variant="default" disabled={drop.busy} onClick={() => void drop.run(null)}>
            {words.dropLogo}
          </Button>
        ) : null}
        <span className="small dim">{words.logoHint}</span>
      </div>
    </EditSection>
  )
}

function Logo({ company, address }: { company: Company; address: string }) {
  const { data } = useQuery({
    queryKey: ['company-logo', address],
    queryFn: ({ signal }) => callForFile(readCompanyLogo, { params: { id: company.id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const source = useMemo(() => (data ? URL.createObjectURL(data) : null), [data])
  useEffect(() => () => (source ? URL.revokeObjectURL(source) : undefined), [source])
  return source ? <img src={source} alt={words.logoAlt(company.name)} /> : null
}
