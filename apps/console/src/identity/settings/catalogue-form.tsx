import type { CatalogueEntry } from '@dispecerat/contract/identity/catalogue'
import { Button, Group, Modal, MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useUser } from '../../api/session.ts'
import { Held } from '../../shared/edit-page/edit-page.tsx'
import { type Form, useForm } from '../../shared/form/use-form.ts'
import { catalogueMessages as messages } from '../../shared/settings-page/catalogue-messages.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { ServiceFields, type ServiceValues, serviceBody, serviceValues } from './service-fields.tsx'
import { type CatalogueKind, useCatalogue } from './use-catalogue.ts'

const PLATFORM = 'platform'
const MAX_NAME = 60

interface Props {
  kind: CatalogueKind
  companyId: number | undefined
  /** Null: a new entry. */
  entry: CatalogueEntry | null
  onClose: () => void
}

/** All that is typed; only options have services, only services the other fields. */
interface EntryValues extends ServiceValues {
  name: string
  service_ids: number[]
  /** Id of a company as text, or the platform. */
  owner: string
}

/** Form of a service or an option. */
export function CatalogueForm(props: Props) {
  const { kind, entry, onClose } = props
  useFocusReturn()
  useEscLayer(onClose)
  const form = useEntryForm(props)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={entry === null ? messages[kind].new : messages.of(messages.edit, entry.name)}
      closeButtonProps={{ 'aria-label': messages.cancel }}
      transitionProps={{ duration: 0 }}
    >
      <form onSubmit={form.submit}>
        <Stack gap="sm">
          <Held isHeld={form.busy}>
            <Fields {...props} form={form} />
          </Held>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {messages.cancel}
            </Button>
            <Button type="submit" loading={form.busy}>
              {entry === null ? messages.add : messages.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function useEntryForm({ kind, companyId, entry, onClose }: Props) {
  const catalogue = useCatalogue(kind, companyId)
  const initial: EntryValues = {
    ...serviceValues(entry),
    name: entry?.name ?? '',
    service_ids: entry?.service_ids ?? [],
    owner: companyId === undefined ? PLATFORM : String(companyId),
  }
  return useForm<EntryValues, unknown>({
    initial,
    save: ({ name, service_ids, owner, ...service }, key) => {
      const ownerId = ownerOf(entry, owner)
      const more = kind === 'option' ? { service_ids } : serviceBody(service, ownerId === null)
      const typed = { name: name.trim(), ...more }
      return entry === null
        ? catalogue.create({ company_id: ownerId, ...typed }, key)
        : catalogue.edit({ id: entry.id, version: entry.version, change: typed }, key)
    },
    done: () => {
      toast.good(messages.saved)
      catalogue.again()
      onClose()
    },
  })
}

function ownerOf(entry: CatalogueEntry | null, owner: string): number | null {
  if (entry) return entry.company_id
  return owner === PLATFORM ? null : Number(owner)
}

function Fields({ kind, companyId, entry, form }: Props & { form: Form<EntryValues> }) {
  const isPlatform = useUser().roles.includes('admin')
  const services = useCatalogue('service', companyId).rows ?? []
  const { owner, service_ids } = form.values
  return (
    <Stack gap="sm">
      <TextInput label={messages.name} data-autofocus maxLength={MAX_NAME} {...form.bind('name')} />
      {kind === 'option' ? (
        <MultiSelect
          label={messages.forServices}
          description={messages.forAnyHint}
          data={services.map((service) => ({ value: String(service.id), label: service.name }))}
          value={service_ids.map(String)}
          error={form.errors.service_ids}
          onChange={(chosen) => form.set('service_ids', chosen.map(Number))}
        />
      ) : null}
      {kind === 'service' ? <ServiceFields form={form} ownerId={ownerOf(entry, owner)} entry={entry} /> : null}
      {entry === null && isPlatform ? (
        <Owner value={owner} companyId={companyId} onChange={(chosen) => form.set('owner', chosen)} />
      ) : null}
    </Stack>
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
