import type { Polygon } from '@dispecerat/contract/geography/zones'
import { STAND_RADIUS_METRES } from '@dispecerat/domain/fleet/stand'
import type { Zone } from '@dispecerat/domain/geography/zone'
import { ZoneIndex } from '@dispecerat/domain/geography/zone-index'
import { ActionIcon, Button, NumberInput, Select, Slider, Switch, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useMemo, useState } from 'react'
import { PlaceInput } from '../../shared/places/place-input.tsx'
import { StandQueue } from '../../shared/zones/stand-queue.tsx'
import { useStandCompanies } from '../../shared/zones/use-stands.ts'
import { zoneMessages as messages } from '../../shared/zones/zone-messages.ts'
import { placeOf, readDegrees, type StandDraft } from './stand-draft.ts'
import type { StandEditor } from './use-stand-editor.ts'

const { min, max } = STAND_RADIUS_METRES
const STEP_METRES = 10

/** All fields of one stand; everything the mouse does on the map can be typed here. */
export function StandForm({
  editor,
  draft,
  zones,
}: {
  editor: StandEditor
  draft: StandDraft
  zones: readonly Polygon[]
}) {
  const { current, change, errors } = editor
  const submit = (event: FormEvent) => {
    event.preventDefault()
    editor.save()
  }
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    editor.save()
  }
  return (
    <form className="stand-form" onSubmit={submit} onKeyDown={saveByKey} noValidate aria-labelledby="stand-title">
      <div className="stand-head">
        <ActionIcon variant="subtle" color="gray" aria-label={messages.back} onClick={editor.close}>
          <IconArrowLeft size={16} />
        </ActionIcon>
        <h2 id="stand-title" className="panel-title">
          {current ? messages.editStand(current.name) : messages.newStand}
        </h2>
        {editor.dirty ? <span className="small unsaved">● {messages.unsaved}</span> : null}
      </div>
      {draft.id === null ? <p className="small dim">{messages.addHint}</p> : null}
      <Troubles editor={editor} />
      <CompanyField draft={draft} editor={editor} />
      <TextInput
        label={messages.name}
        data-autofocus
        autoFocus
        value={draft.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <PlaceFields draft={draft} editor={editor} zones={zones} />
      <RadiusField draft={draft} editor={editor} />
      <div className="stand-row">
        <NumberInput
          label={messages.capacity}
          placeholder={messages.capacityHint}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={draft.capacity ?? ''}
          error={errors.capacity}
          onChange={(value) => change({ capacity: typeof value === 'number' ? value : null })}
        />
        <Switch
          className="stand-switch"
          label={messages.active}
          checked={draft.isActive}
          onChange={(event) => change({ isActive: event.currentTarget.checked })}
        />
      </div>
      <div className="stand-buttons">
        {current ? (
          <Button variant="light" color="red" disabled={editor.busy} onClick={editor.remove}>
            {messages.remove}
          </Button>
        ) : null}
        <span className="header-space" />
        <Button variant="default" onClick={editor.close}>
          {messages.giveUp}
        </Button>
        <Button type="submit" loading={editor.busy} disabled={editor.isGone}>
          {messages.save}
        </Button>
      </div>
      {current ? (
        <section aria-labelledby="queue-title" className="stand-now">
          <h3 id="queue-title" className="panel-title">
            {messages.queue}
          </h3>
          <StandQueue standId={current.id} isActive={current.is_active} />
        </section>
      ) : null}
    </form>
  )
}

function Troubles({ editor }: { editor: StandEditor }) {
  if (editor.isGone) return <p role="alert">{messages.gone}</p>
  if (!editor.isOutdated) return null
  return (
    <div role="alert" className="stand-conflict">
      <span>{messages.changedElsewhere}</span>
      <Button size="compact-xs" variant="default" onClick={editor.reload}>
        {messages.takeTheirs}
      </Button>
    </div>
  )
}

/** Shown only to users with several companies. */
function CompanyField({ draft, editor }: { draft: StandDraft; editor: StandEditor }) {
  const companies = useStandCompanies()
  if (draft.id !== null || companies.length < 2) return null
  return (
    <Select
      label={messages.company}
      data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={draft.companyId === null ? null : String(draft.companyId)}
      error={editor.errors.company_id}
      allowDeselect={false}
      onChange={(value) => editor.change({ companyId: value === null ? null : Number(value) })}
    />
  )
}

function PlaceFields({ draft, editor, zones }: { draft: StandDraft; editor: StandEditor; zones: readonly Polygon[] }) {
  const [address, setAddress] = useState('')
  const [isResolved, setResolved] = useState(false)
  const { change, errors } = editor
  const bad = (typed: string, limit: number) =>
    typed.trim() !== '' && readDegrees(typed, limit) === null ? messages.badCoordinate : undefined
  return (
    <>
      <PlaceInput
        label={messages.address}
        value={address}
        isResolved={isResolved}
        onType={(text) => {
          setAddress(text)
          setResolved(false)
        }}
        onChoose={(place) => {
          setAddress(place.name)
          setResolved(true)
          change({
            lat: String(place.lat),
            long: String(place.long),
            ...(draft.name.trim() === '' ? { name: place.name.slice(0, 60) } : {}),
          })
        }}
      />
      <div className="stand-row">
        <TextInput
          label={messages.lat}
          inputMode="decimal"
          value={draft.lat}
          error={bad(draft.lat, 90) ?? errors.lat}
          onChange={(event) => change({ lat: event.currentTarget.value })}
        />
        <TextInput
          label={messages.long}
          inputMode="decimal"
          value={draft.long}
          error={bad(draft.long, 180) ?? errors.long}
          onChange={(event) => change({ long: event.currentTarget.value })}
        />
      </div>
      {errors.place ? (
        <p className="small stand-error" role="alert">
          {errors.place}
        </p>
      ) : null}
      <ZoneLine draft={draft} zones={zones} />
    </>
  )
}

/** The zone at the draft's position, computed like on the server. */
function ZoneLine({ draft, zones }: { draft: StandDraft; zones: readonly Polygon[] }) {
  const index = useMemo(() => {
    const own = zones.filter((zone) => draft.companyId === null || zone.company_id === draft.companyId)
    return new ZoneIndex(own.map((zone) => ({ id: zone.id as Zone['id'], ring: zone.paths })))
  }, [zones, draft.companyId])
  const place = placeOf(draft)
  const zoneId = place && index.zoneAt(place)
  if (!place) return null
  return (
    <p className="small">
      <span className="dim">{messages.zone}:</span> {zones.find(({ id }) => id === zoneId)?.name ?? messages.noZone}
    </p>
  )
}

function RadiusField({ draft, editor }: { draft: StandDraft; editor: StandEditor }) {
  const setRadius = (radiusMetres: number) => editor.change({ radiusMetres })
  return (
    <div className="stand-radius">
      <span className="stand-label" aria-hidden>
        {messages.radius}
      </span>
      <Slider
        min={min}
        max={max}
        step={STEP_METRES}
        value={draft.radiusMetres}
        label={null}
        thumbLabel={messages.radius}
        onChange={setRadius}
      />
      <NumberInput
        aria-label={messages.radiusMetres}
        suffix=" m"
        w={84}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        value={draft.radiusMetres}
        error={editor.errors.radius_m}
        onChange={(value) => typeof value === 'number' && setRadius(value)}
      />
    </div>
  )
}
