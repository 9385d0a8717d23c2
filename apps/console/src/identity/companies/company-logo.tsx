import {
  type Company,
  deleteCompanyLogo,
  MAX_LOGO_BYTES,
  readCompanyLogo,
  saveCompanyLogo,
} from '@dispecerat/contract/identity/companies'
import { request, requestFile } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { CachedPicture } from '../../shared/pictures/cached-picture.tsx'
import { PictureField } from '../../shared/pictures/picture-field.tsx'
import { companyAdminMessages as messages } from '../../shared/places/company-admin-messages.ts'
import { logoMessages } from '../../text/logo-messages.ts'
import { fileAsBase64 } from '../../ui/fields/file-as-base64.ts'

interface Props {
  company: Company
  onChange: (fresh: { data: Company }) => void
}

/** The company's logo; the server removes active content from an SVG. */
export function CompanyLogo({ company, onChange }: Props) {
  const { id, logo: address } = company
  const params = { id }
  const save = useAction(
    async (file: File, key) => request(saveCompanyLogo, { params, body: { logo: await fileAsBase64(file) } }, { key }),
    { done: onChange },
  )
  const drop = useAction((_: null, key) => request(deleteCompanyLogo, { params }, { key }), { done: onChange })
  const read = (signal: AbortSignal) => requestFile(readCompanyLogo, { params }, signal)
  return (
    <div className="company-logo">
      <PictureField
        title={messages.sections.logo}
        messages={logoMessages}
        accept={logoMessages.accept}
        maxBytes={MAX_LOGO_BYTES}
        picture={address ? <CachedPicture address={address} read={read} alt={messages.logoAlt(company.name)} /> : null}
        onChoose={(file) => void save.run(file)}
        onDrop={() => void drop.run(null)}
        isSaving={save.busy}
        isDropping={drop.busy}
      />
    </div>
  )
}
