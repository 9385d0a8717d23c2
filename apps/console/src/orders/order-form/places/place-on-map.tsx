import {
  addPlace,
  reverseGeocode,
  type SuggestedPlace,
  searchPlaces,
  searchPlacesNew,
} from '@dispecerat/contract/geography/addresses'
import { isInRomania } from '@dispecerat/domain/geography/romania'
import { Alert, Button, Group, Modal, TextInput, useComputedColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { invalidate, useEndpointQuery } from '../../../api/endpoint-query.ts'
import { fieldErrors } from '../../../api/field-errors.ts'
import { request } from '../../../api/request.ts'
import { useUser } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { useDragHandle } from '../../../map/drawing/use-drag-handle.ts'
import { useMapClick } from '../../../map/drawing/use-map-click.ts'
import { MapCanvas, type MapHandle } from '../../../map/map-canvas.tsx'
import { useHomeCompany } from '../../../shared/companies/use-home-company.ts'
import { CompanyField } from '../../../shared/edit-page/company-field.tsx'
import { ro } from '../../../text/ro.ts'
import { useEscLayer } from '../../../ui/dialogs/esc-layer.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts'
import type { DraftPlace } from '../draft/order-draft.ts'
import { DOOR_PARTS } from '../draft/order-problems.ts'
import { manualPlaceProblems, type TypedManualPlace } from './manual-place.ts'
import { manualPlaceMessages as messages } from './manual-place-messages.ts'
import './place-on-map.css'

const ZOOM = 16
const REST_MS = 400
/** Six decimals of a degree are about 11 cm. */
const PIN_DECIMALS = 1e6
const ERROR_MS = 5000

type Point = NonNullable<DraftPlace['point']>

interface Props {
  letter: string
  start: DraftPlace
  onUse: (place: Partial<DraftPlace>) => void
  onClose: () => void
}

/** An address without a suggestion: placed with a pin, named by the user, used once or stored for the whole company. */
export function PlaceOnMap({ letter, start, onUse, onClose }: Props) {
  useFocusReturn()
  useEscLayer(onClose)
  const place = useManualPlace(start, { onUse, onClose })
  const { typed, name, under, state, errors, companyId } = place
  const submit = (event: FormEvent) => {
    event.preventDefault()
    /* React events bubble through the portal to the order's form, although it is elsewhere in the DOM. */
    event.stopPropagation()
    place.accept()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={messages.title(letter)}
      size={860}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <form className="manual-place" onSubmit={submit} noValidate>
        <p className="small dim">{messages.hint}</p>
        <PinMap point={typed.point} onMove={(point) => place.edit({ point })} letter={letter} />
        <p className="small" role="status" data-abroad={state === 'abroad' || undefined}>
          {under ? messages.under(under.name) : STATE_TEXT[state]}
          {typed.point && state !== 'abroad' ? <span className="dim"> · {degreesOf(typed.point)}</span> : null}
        </p>
        <TextInput
          label={messages.name}
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={(event) => place.rename(event.currentTarget.value)}
        />
        <div className="manual-details">
          {DOOR_PARTS.map((part) => (
            <TextInput
              key={part}
              label={ro.order.place[part]}
              autoComplete="off"
              value={typed[part]}
              onChange={(event) => place.edit({ [part]: event.currentTarget.value })}
            />
          ))}
        </div>
        <CompanyField label={messages.company} value={companyId} error={undefined} onChange={place.chooseCompany} />
        {errors.length > 0 ? <Problems lines={errors} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ro.cancel}
          </Button>
          <Button variant="default" aria-busy={place.isSaving || undefined} onClick={place.save}>
            {messages.keep}
          </Button>
          <Button type="submit">{messages.use}</Button>
        </Group>
      </form>
    </Modal>
  )
}

/** What is typed about the place, its problems, and its two ways out: used once, or stored for the company first. */
function useManualPlace(start: DraftPlace, { onUse, onClose }: Pick<Props, 'onUse' | 'onClose'>) {
  const home = useHomeCompany()
  const cache = useQueryClient()
  const [typed, setTyped] = useState<TypedManualPlace>(() => ({ ...start, name: start.name }))
  const [nameIsTyped, setNameIsTyped] = useState(start.name.trim() !== '')
  const [chosenId, setChosenId] = useState<number | null | undefined>()
  const companyId = chosenId === undefined ? home : chosenId
  const [errors, setErrors] = useState<readonly string[]>([])
  const { under, state } = useAddressUnder(typed.point)
  const name = nameIsTyped ? typed.name : (under?.name ?? typed.name)
  const whole = { ...typed, name }

  const edit = (over: Partial<TypedManualPlace>) => {
    setErrors([])
    setTyped((before) => ({ ...before, ...over }))
  }
  const showErrors = (fields: Readonly<Record<string, string | readonly string[]>>) => {
    const lines = Object.entries(fields).flatMap(([field, messages]) =>
      [messages].flat().map((text) => `${text} (${field})`),
    )
    setErrors(lines)
    for (const line of lines) toast.bad(line, { ms: ERROR_MS })
  }
  const checked = () => {
    const problems = manualPlaceProblems(whole)
    showErrors(problems)
    return Object.keys(problems).length === 0
  }
  const use = (placeId: string | null) => {
    onUse({ ...whole, name: name.trim(), placeId })
    onClose()
  }
  const save = useAction(
    ({ place, company }: { place: TypedManualPlace; company: number | null }, key) =>
      request(addPlace, { body: { ...bodyOf(place), ...(company === null ? {} : { company_id: company }) } }, { key }),
    {
      done: ({ data }) => {
        toast.good(messages.saved)
        void invalidate(cache, searchPlacesNew, searchPlaces)
        use(data.placeId)
      },
      failed: (error) => {
        if (!(error instanceof ApiError) || error.isSilence || error.status === 401) return false
        const fields = fieldErrors(error)
        showErrors(Object.keys(fields).length > 0 ? fields : { place: error.message })
        return true
      },
    },
  )
  return {
    typed,
    name,
    under,
    state,
    errors,
    companyId,
    chooseCompany: setChosenId,
    edit,
    rename: (text: string) => {
      setNameIsTyped(true)
      edit({ name: text })
    },
    accept: () => {
      if (checked()) use(null)
    },
    save: () => {
      if (checked()) void save.run({ place: whole, company: companyId })
    },
    isSaving: save.busy,
  }
}

function Problems({ lines }: { lines: readonly string[] }) {
  return (
    <Alert color="red" role="alert" p="xs">
      <ul className="manual-errors">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Alert>
  )
}

function bodyOf({ name, point, bloc, scara, reper, comment }: TypedManualPlace) {
  return {
    name: name.trim(),
    lat: point?.lat ?? 0,
    lng: point?.long ?? 0,
    bloc: bloc.trim() || null,
    scara: scara.trim() || null,
    reper: reper.trim() || null,
    comment: comment.trim() || null,
  }
}

const STATE_TEXT = {
  none: messages.noPin,
  abroad: messages.abroad,
  looking: messages.looking,
  unreachable: messages.unreachable,
  known: messages.underNothing,
} as const

/** The address under the pin and the state of its request; a pin outside Romania sends none. */
function useAddressUnder(point: Point | null): { under: SuggestedPlace | null; state: keyof typeof STATE_TEXT } {
  const [rested] = useDebouncedValue(point, REST_MS)
  const isHere = point !== null && isInRomania(point)
  const { data, isError, isFetching } = useEndpointQuery(
    reverseGeocode,
    { query: { lat: String(rested?.lat), lng: String(rested?.long) } },
    { enabled: rested !== null && isHere, staleTime: Number.POSITIVE_INFINITY, retry: false },
  )
  if (point === null) return { under: null, state: 'none' }
  if (!isHere) return { under: null, state: 'abroad' }
  const isLate = rested !== point || isFetching
  if (isLate && !data) return { under: null, state: 'looking' }
  return { under: isError ? null : (data?.data ?? null), state: isError ? 'unreachable' : 'known' }
}

function degreesOf({ lat, long }: Point): string {
  return `${lat.toFixed(5)}, ${long.toFixed(5)}`
}

function PinMap(props: { point: Point | null; onMove: (point: Point) => void; letter: string }) {
  const { map } = useUser()
  const scheme = useComputedColorScheme('light')
  const [start] = useState(() =>
    props.point ? { ...props.point, zoom: ZOOM } : { lat: map.lat, long: map.lng, zoom: map.zoom },
  )
  return (
    <div className="manual-map">
      <MapCanvas label={messages.map} scheme={scheme} start={start}>
        {(made) => <PinLayer map={made} {...props} />}
      </MapCanvas>
    </div>
  )
}

function PinLayer({
  map,
  point,
  onMove,
  letter,
}: {
  map: MapHandle
  point: Point | null
  onMove: (point: Point) => void
  letter: string
}) {
  useMapClick(map, true, onMove)
  useDragHandle(map, point, { label: messages.pin(letter), onMove })
  const toMiddle = () => {
    const { lat, lng } = map.getCenter()
    onMove({ lat: Math.round(lat * PIN_DECIMALS) / PIN_DECIMALS, long: Math.round(lng * PIN_DECIMALS) / PIN_DECIMALS })
  }
  return (
    <Button className="manual-middle" size="compact-xs" variant="default" onClick={toMiddle}>
      {messages.toMiddle}
    </Button>
  )
}
