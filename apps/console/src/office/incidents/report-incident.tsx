import {
  INCIDENT_TYPES,
  type Incident,
  listIncidents,
  readIncident,
  reportIncident,
} from '@dispecerat/contract/office/incidents'
import { Button, Group, Modal, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useHomeCompany } from '../../shared/companies/use-home-company.ts'
import { CompanyField } from '../../shared/edit-page/company-field.tsx'
import { UserSelect } from '../../shared/filters/user-select.tsx'
import { type Form, useForm } from '../../shared/form/use-form.ts'
import { incidentMessages as messages } from '../../shared/incidents/incident-messages.ts'
import { PlaceInput } from '../../shared/places/place-input.tsx'
import { ro } from '../../text/ro.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { chatLabels } from '../chat-labels.ts'

const DRIVERS = ['driver'] as const
const CLIENTS = ['client'] as const

/** The typed place, with coordinates once it was chosen from the list. */
interface Where {
  address: string
  point: { lat: number; long: number } | null
}

interface Typed {
  type: Incident['type']
  text: string
  where: Where
  driver: number | null
  client: number | null
  order_id: string
  /** Undefined until another than the user's own is chosen. */
  company_id: number | null | undefined
}

const EMPTY: Typed = {
  type: 'lost_item',
  text: '',
  where: { address: '', point: null },
  driver: null,
  client: null,
  order_id: '',
  company_id: undefined,
}

/** Records an incident that was reported by telephone. */
export function ReportIncident({ onClose }: { onClose: () => void }) {
  useFocusReturn()
  useEscLayer(onClose)
  const home = useHomeCompany()
  const form = useIncidentForm(home, onClose)
  const companyId = companyOf(form.values, home)
  const submission = useSubmitOnceLocated(form)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={messages.reportTitle}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <Stack gap="sm">
        <EventFields form={form} companyId={companyId} onPlaceOpenChange={submission.setPlaceOpen} />
        <PartyFields form={form} companyId={companyId} />
      </Stack>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          {ro.cancel}
        </Button>
        <Button loading={form.busy || submission.isWaiting} onClick={submission.submit}>
          {messages.save}
        </Button>
      </Group>
    </Modal>
  )
}

function useIncidentForm(home: number | null, onClose: () => void): Form<Typed> {
  const cache = useQueryClient()
  return useForm<Typed, unknown>({
    initial: EMPTY,
    shownAt: { address: 'where', lat: 'where' },
    save: (typed, key) => request(reportIncident, { body: bodyOf(typed, home) }, { key }),
    done: () => {
      toast.good(messages.saved)
      void invalidate(cache, listIncidents, readIncident)
      onClose()
    },
  })
}

function companyOf({ company_id }: Typed, home: number | null): number | null {
  return company_id === undefined ? home : company_id
}

function bodyOf(typed: Typed, home: number | null) {
  const { type, text, where, driver, client, order_id } = typed
  const orderId = Number(order_id)
  const companyId = companyOf(typed, home)
  return {
    type,
    text: text.trim(),
    ...(where.address.trim() === '' ? {} : { address: where.address.trim(), ...where.point }),
    ...(driver === null ? {} : { driver_id: driver }),
    ...(client === null ? {} : { client_id: client }),
    ...(Number.isSafeInteger(orderId) && orderId > 0 ? { order_id: orderId } : {}),
    ...(companyId === null ? {} : { company_id: companyId }),
  }
}

/** Submitted while the chosen place is being located: sent with its coordinates, unless it is not found. */
function useSubmitOnceLocated(form: Form<Typed>) {
  const [placeIsOpen, setPlaceOpen] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting || placeIsOpen) return
    setWaiting(false)
    if (form.values.where.point !== null) form.submit()
  })
  const submit = () => {
    if (placeIsOpen) setWaiting(true)
    else form.submit()
  }
  return { isWaiting, setPlaceOpen, submit }
}

interface FieldsProps {
  form: Form<Typed>
  companyId: number | null
}

/** What happened, and where. */
function EventFields({
  form,
  companyId,
  onPlaceOpenChange,
}: FieldsProps & { onPlaceOpenChange: (isOpen: boolean) => void }) {
  const { values, errors, bind, set, setValues } = form
  const { where } = values
  return (
    <>
      <CompanyField
        label={chatLabels.company}
        value={companyId}
        error={errors.company_id}
        onChange={(id) => setValues({ company_id: id, driver: null, client: null })}
      />
      <NativeSelect
        label={messages.type}
        data={INCIDENT_TYPES.map((word) => ({ value: word, label: messages.types[word] }))}
        {...bind('type')}
      />
      <Textarea
        data-autofocus
        label={messages.text}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={2000}
        {...bind('text')}
      />
      <PlaceInput
        label={messages.address}
        placeholder={messages.addressHint}
        value={where.address}
        isResolved={where.point !== null}
        error={errors.where}
        onType={(address) => set('where', { address, point: null })}
        onChoose={({ name, lat, long }) => set('where', { address: name, point: { lat, long } })}
        onOpenChange={onPlaceOpenChange}
      />
    </>
  )
}

/** Who took part, on which order. */
function PartyFields({ form: { values, bind, set }, companyId }: FieldsProps) {
  return (
    <>
      <UserSelect
        label={messages.client}
        roles={CLIENTS}
        nobody={messages.clientHint}
        companyId={companyId ?? undefined}
        value={values.client}
        onChange={(id) => set('client', id)}
      />
      <UserSelect
        label={messages.driver}
        roles={DRIVERS}
        nobody={messages.nobody}
        companyId={companyId ?? undefined}
        value={values.driver}
        onChange={(id) => set('driver', id)}
      />
      <TextInput
        {...bind('order_id')}
        label={messages.order}
        inputMode="numeric"
        onChange={(event) => set('order_id', event.currentTarget.value.replace(/\D/g, '').slice(0, 12))}
      />
    </>
  )
}
