import type { CatalogueEntry } from '@dispecerat/contract/identity/catalogue'
import { Button, Group, Modal, MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { Held } from '../../shared/edit-page/edit-page.tsx'
import { catalogueMessages as messages } from '../../shared/settings-page/catalogue-messages.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { ServiceFields, serviceBody, serviceValues } from './service-fields.tsx'
import { type CatalogueKind, type EntryFields, useCatalogue } from './use-catalogue.ts'

const PLATFORM = 'platform'
const MAX_NAME = 60

interface Props {
  kind: CatalogueKind
  companyId: number | undefined
  /** Null: a new entry. */
  entry: CatalogueEntry | null
  onClose: () => void
}

/** Form of a service or an option. */
export function CatalogueForm({ kind, companyId, entry, onClose }: Props) {
  useFocusReturn()
  useEscLayer(onClose)
  const isPlatform = useUser().roles.includes('admin')
  const catalogue = useCatalogue(kind, companyId)
  const services = useCatalogue('service', companyId).rows ?? []
  const [name, setName] = useState(entry?.name ?? '')
  const [serviceIds, setServiceIds] = useState(entry?.service_ids ?? [])
  const [owner, setOwner] = useState(companyId === undefined ? PLATFORM : String(companyId))
  const [ofService, setOfService] = useState(() => serviceValues(entry))
  const ownerId = entry ? entry.company_id : owner === PLATFORM ? null : Number(owner)
  const [errors, setErrors] = useState<Readonly<Record<string, string[]>>>({})
  const save = useAction(
    (typed: EntryFields, key) =>
      entry === null
        ? catalogue.create({ company_id: ownerId, ...typed }, key)
        : catalogue.edit({ id: entry.id, version: entry.version, change: typed }, key),
    {
      done: () => {
        toast.good(messages.saved)
        catalogue.again()
        onClose()
      },
      failed: (error) => {
        const fields = error instanceof ApiError ? error.fields : {}
        setErrors(fields)
        return Object.keys(fields).length > 0
      },
    },
  )
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={entry === null ? messages[kind].new : messages.of(messages.edit, entry.name)}
      closeButtonProps={{ 'aria-label': messages.cancel }}
      transitionProps={{ duration: 0 }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const more = kind === 'option' ? { service_ids: serviceIds } : serviceBody(ofService, ownerId === null)
          void save.run({ name: name.trim(), ...more })
        }}
      >
        <Stack gap="sm">
          <Held isHeld={save.busy}>
            <Stack gap="sm">
              <TextInput
                label={messages.name}
                data-autofocus
                maxLength={MAX_NAME}
                value={name}
                error={errors.name?.join(' ')}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              {kind === 'option' ? (
                <MultiSelect
                  label={messages.forServices}
                  description={messages.forAnyHint}
                  data={services.map((service) => ({ value: String(service.id), label: service.name }))}
                  value={serviceIds.map(String)}
                  error={errors.service_ids?.join(' ')}
                  onChange={(chosen) => setServiceIds(chosen.map(Number))}
                />
              ) : null}
              {kind === 'service' ? (
                <ServiceFields
                  values={ofService}
                  errors={errors}
                  ownerId={ownerId}
                  entry={entry}
                  onChange={(change) => setOfService((now) => ({ ...now, ...change }))}
                />
              ) : null}
              {entry === null && isPlatform ? <Owner value={owner} companyId={companyId} onChange={setOwner} /> : null}
            </Stack>
          </Held>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {messages.cancel}
            </Button>
            <Button type="submit" loading={save.busy}>
              {entry === null ? messages.add : messages.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Administrators of the platform choose the company of the entry. */
function Owner({
  value,
  companyId,
  onChange,
}: {
  value: string
  companyId: number | undefined
  onChange: (owner: string) => void
}) {
  const company = useUser().companies.find(({ id }) => id === companyId)
  return (
    <NativeSelect
      label={messages.owner}
      data={[
        { value: PLATFORM, label: messages.ownerPlatform },
        ...(company ? [{ value: String(company.id), label: company.name }] : []),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
