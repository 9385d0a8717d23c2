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
import type { z } from 'zod'
import { ApiError } from '../../api/api-error.ts'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useHomeCompany } from '../../shared/companies/use-home-company.ts'
import { CompanyField } from '../../shared/edit-page/company-field.tsx'
import { UserSelect } from '../../shared/filters/user-select.tsx'
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
const NOWHERE: Where = { address: '', point: null }

/** Records an incident that was reported by telephone. */
export function ReportIncident({ onClose }: { onClose: () => void }) {
  useFocusReturn()
  useEscLayer(onClose)
  const cache = useQueryClient()
  const home = useHomeCompany()
  const [type, setType] = useState<Incident['type']>('lost_item')
  const [text, setText] = useState('')
  const [driverId, setDriverId] = useState<number | null>(null)
  const [clientId, setClientId] = useState<number | null>(null)
  const [where, setWhere] = useState(NOWHERE)
  const [order, setOrder] = useState('')
  const [chosenId, setChosenId] = useState<number | null | undefined>()
  const companyId = chosenId === undefined ? home : chosenId
  const [placeIsOpen, setPlaceOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const save = useAction(
    (body: z.input<typeof reportIncident.body>, key) => request(reportIncident, { body }, { key }),
    {
      done: () => {
        toast.good(messages.saved)
        void invalidate(cache, listIncidents, readIncident)
        onClose()
      },
      failed: (error) => {
        if (!(error instanceof ApiError) || error.status !== 422) return false
        setErrors(Object.fromEntries(Object.entries(error.fields).map(([field, messages]) => [field, messages[0]])))
        return true
      },
    },
  )
  const orderId = Number(order)
  const submit = () =>
    void save.run({
      type,
      text: text.trim(),
      ...(where.address.trim() === '' ? {} : { address: where.address.trim(), ...where.point }),
      ...(driverId === null ? {} : { driver_id: driverId }),
      ...(clientId === null ? {} : { client_id: clientId }),
      ...(Number.isSafeInteger(orderId) && orderId > 0 ? { order_id: orderId } : {}),
      ...(companyId === null ? {} : { company_id: companyId }),
    })
  /* Submitted while the chosen place was being located: sent with its coordinates, unless it was not found. */
  useEffect(() => {
    if (!isWanted || placeIsOpen) return
    setWanted(false)
    if (where.point !== null) submit()
  })
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
        <CompanyField
          label={chatLabels.company}
          value={companyId}
          error={errors.company_id}
          onChange={(id) => {
            setChosenId(id)
            setDriverId(null)
            setClientId(null)
            setErrors({})
          }}
        />
        <NativeSelect
          label={messages.type}
          value={type}
          data={INCIDENT_TYPES.map((word) => ({ value: word, label: messages.types[word] }))}
          onChange={(event) => setType(INCIDENT_TYPES.find((word) => word === event.currentTarget.value) ?? 'other')}
        />
        <Textarea
          data-autofocus
          label={messages.text}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={2000}
          value={text}
          error={errors.text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setErrors({})
          }}
        />
        <PlaceInput
          label={messages.address}
          placeholder={messages.addressHint}
          value={where.address}
          isResolved={where.point !== null}
          error={errors.address ?? errors.lat}
          onType={(address) => setWhere({ address, point: null })}
          onChoose={({ name, lat, long }) => setWhere({ address: name, point: { lat, long } })}
          onOpenChange={setPlaceOpen}
        />
        <UserSelect
          label={messages.client}
          roles={CLIENTS}
          nobody={messages.clientHint}
          companyId={companyId ?? undefined}
          value={clientId}
          onChange={setClientId}
        />
        <UserSelect
          label={messages.driver}
          roles={DRIVERS}
          nobody={messages.nobody}
          companyId={companyId ?? undefined}
          value={driverId}
          onChange={setDriverId}
        />
        <TextInput
          label={messages.order}
          inputMode="numeric"
          value={order}
          error={errors.order_id}
          onChange={(event) => setOrder(event.currentTarget.value.replace(/\D/g, '').slice(0, 12))}
        />
      </Stack>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          {ro.cancel}
        </Button>
        <Button loading={save.busy || isWanted} onClick={() => (placeIsOpen ? setWanted(true) : submit())}>
          {messages.save}
        </Button>
      </Group>
    </Modal>
  )
}
