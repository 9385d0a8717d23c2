import type { Stand } from '@dispecerat/contract/fleet/stands'
import type { Polygon } from '@dispecerat/contract/geography/zones'
import { ringSquareMetres, tidyRing } from '@dispecerat/domain/geography/zone'
import { type RingFault, ringFault, ringFaultText, turnedRing } from '@dispecerat/domain/geography/zone-ring'
import { SPLIT_FAULT_TEXTS, splitRing } from '@dispecerat/domain/geography/zone-split'
import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useMemo } from 'react'
import { useStandCompanies } from '../../shared/zones/use-stands.ts'
import { zoneMessages } from '../../shared/zones/zone-messages.ts'
import type { ZoneEditing } from './use-zone-editing.ts'
import type { ZoneEditor } from './use-zone-editor.ts'
import { ZoneColour } from './zone-colour.tsx'
import type { ZoneDraft } from './zone-draft.ts'
import { zoneEditorMessages as messages } from './zone-editor-messages.ts'
import { groundText, squareKm, useZoneCounts, type ZoneFacts } from './zone-facts.ts'
import { ZonePoints } from './zone-points.tsx'
import { ZoneTools } from './zone-tools.tsx'

interface Props {
  editor: ZoneEditor
  draft: ZoneDraft
  editing: ZoneEditing
  zones: readonly Polygon[]
  stands: readonly Stand[]
  facts: ZoneFacts
  cutName: string
  onCutName: (name: string) => void
}

/** All fields of one zone; everything the mouse does on the map can be typed here. */
export function ZoneForm({ editor, draft, editing, zones, stands, facts, cutName, onCutName }: Props) {
  const { current, errors, tool } = editor
  const isCutting = tool === 'cut'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isCutting) editor.save()
  }
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (isCutting) editor.cut(cutName)
    else editor.save()
  }
  const fault = useMemo(() => faultOf(draft, editing.tool), [draft, editing.tool])
  return (
    <form className="stand-form" onSubmit={submit} onKeyDown={saveByKey} noValidate aria-labelledby="zone-title">
      <div className="stand-head">
        <ActionIcon variant="subtle" color="gray" aria-label={zoneMessages.back} onClick={editor.close}>
          <IconArrowLeft size={16} />
        </ActionIcon>
        <h2 id="zone-title" className="panel-title">
          {current ? messages.editZone(current.name) : messages.newZone}
        </h2>
        {editor.dirty ? <span className="small unsaved">● {zoneMessages.unsaved}</span> : null}
      </div>
      <Troubles editor={editor} />
      <CompanyField editor={editor} draft={draft} />
      <TextInput
        label={messages.name}
        data-autofocus
        autoFocus
        value={draft.name}
        error={errors.name}
        onChange={(event) => editor.change({ name: event.currentTarget.value })}
      />
      <ZoneColour value={draft.color} onChange={(color) => editor.change({ color })} />
      <ZoneTools editor={editor} editing={editing} />
      <FaultAlert fault={fault} editor={editor} draft={draft} />
      {isCutting ? (
        <CutFields editor={editor} draft={draft} editing={editing} name={cutName} onName={onCutName} />
      ) : (
        <Facts facts={facts} zones={zones} draft={draft} />
      )}
      <Buttons editor={editor} stands={stands} isCutting={isCutting} cutName={cutName} />
      <ZonePoints
        label={isCutting ? messages.line : messages.outline}
        points={editing.points}
        closes={!isCutting}
        start={editing.centre}
        onChange={editing.put}
      />
    </form>
  )
}

/** An outline that is still being drawn is not validated. */
function faultOf(draft: ZoneDraft, tool: ZoneEditing['tool']): { fault: RingFault; text: string } | null {
  if (tool === 'draw') return null
  const ring = tidyRing(draft.ring)
  const fault = ringFault(ring)
  return fault && { fault, text: ringFaultText(fault, ring.length) }
}

function FaultAlert({
  fault,
  editor,
  draft,
}: {
  fault: { fault: RingFault; text: string } | null
  editor: ZoneEditor
  draft: ZoneDraft
}) {
  const problems = fault
    ? [fault.text]
    : [...(editor.errors.paths ? [editor.errors.paths] : []), ...cornerErrors(editor.errors)]
  if (problems.length === 0) return null
  return (
    <div role="alert" className="stand-conflict stand-error small">
      <span>{problems.join(' ')}</span>
      {fault?.fault.kind === 'swapped' ? (
        <Button size="compact-xs" variant="default" onClick={() => editor.redraw(turnedRing(draft.ring))}>
          {messages.turn}
        </Button>
      ) : null}
    </div>
  )
}

/** The server's refusals of single points. */
function cornerErrors(errors: ZoneEditor['errors']): string[] {
  const found = Object.entries(errors).filter(([field]) => field.startsWith('paths.'))
  return [...new Set(found.map(([, text]) => text))]
}

function Troubles({ editor }: { editor: ZoneEditor }) {
  if (editor.isGone) {
    return (
      <div role="alert" className="stand-conflict">
        <span>{messages.gone}</span>
        <Button size="compact-xs" variant="default" onClick={editor.asNew}>
          {messages.saveAsNew}
        </Button>
      </div>
    )
  }
  if (!editor.isOutdated) return null
  return (
    <div role="alert" className="stand-conflict">
      <span>{messages.changedElsewhere}</span>
      <Button size="compact-xs" variant="default" onClick={editor.reload}>
        {messages.takeTheirs}
      </Button>
      <Button size="compact-xs" variant="default" onClick={editor.keepMine}>
        {messages.keepMine}
      </Button>
    </div>
  )
}

/** Shown only to users with several companies. */
function CompanyField({ draft, editor }: { draft: ZoneDraft; editor: ZoneEditor }) {
  const companies = useStandCompanies()
  if (draft.id !== null || companies.length < 2) return null
  return (
    <Select
      label={zoneMessages.company}
      data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={draft.companyId === null ? null : String(draft.companyId)}
      error={editor.errors.company_id}
      allowDeselect={false}
      onChange={(value) => editor.change({ companyId: value === null ? null : Number(value) })}
    />
  )
}

function Facts({ facts, zones, draft }: { facts: ZoneFacts; zones: readonly Polygon[]; draft: ZoneDraft }) {
  const counts = useZoneCounts()
  const nameOf = (id: number) => zones.find((zone) => zone.id === id)?.name ?? ''
  const count = draft.id === null ? undefined : counts?.get(draft.id)
  return (
    <div className="zone-facts small">
      <p className="digits">
        {messages.area(squareKm(facts.squareMetres).replace(' km²', ''))} · {messages.points(draft.ring.length)}
        {count ? ` · ${zoneMessages.driverCounts(count.freeDrivers, count.busyDrivers)}` : ''}
      </p>
      <p>
        <span className="dim">{messages.neighbours}:</span>{' '}
        {facts.near.map((id) => nameOf(id)).join(', ') || messages.noNeighbours}
      </p>
      {facts.overlaps.length > 0 ? (
        <>
          <ul className="zone-overlaps" aria-label={messages.overlaps}>
            {facts.overlaps.map(({ id, squareMetres }) => (
              <li key={id}>{messages.overlapWith(nameOf(id), groundText(squareMetres))}</li>
            ))}
          </ul>
          <p className="dim">{messages.overlapRule}</p>
        </>
      ) : null}
    </div>
  )
}

interface CutProps {
  editor: ZoneEditor
  draft: ZoneDraft
  editing: ZoneEditing
  name: string
  onName: (name: string) => void
}

function CutFields({ editor, draft, editing, name, onName }: CutProps) {
  const parts = useMemo(() => splitRing(tidyRing(draft.ring), editing.points), [draft.ring, editing.points])
  const problem = editor.errors.line
  return (
    <div className="zone-facts">
      <p className="small" role="status">
        {typeof parts === 'string'
          ? editing.count < 2
            ? ''
            : SPLIT_FAULT_TEXTS[parts]
          : messages.cutParts(groundText(ringSquareMetres(parts[0])), groundText(ringSquareMetres(parts[1])))}
      </p>
      {problem ? (
        <p role="alert" className="small stand-error">
          {problem}
        </p>
      ) : null}
      <TextInput
        label={messages.cutName}
        placeholder={messages.cutNameHint(draft.name)}
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
      />
    </div>
  )
}

interface ButtonsProps {
  editor: ZoneEditor
  stands: readonly Stand[]
  isCutting: boolean
  cutName: string
}

function Buttons({ editor, stands, isCutting, cutName }: ButtonsProps) {
  const { current, draft } = editor
  const counts = useZoneCounts()
  const count = current && counts?.get(current.id)
  const within = stands.filter(({ polygon_id }) => current && polygon_id === current.id).length
  if (isCutting) {
    return (
      <div className="stand-buttons">
        <span className="header-space" />
        <Button variant="default" onClick={editor.shape}>
          {zoneMessages.giveUp}
        </Button>
        <Button loading={editor.busy} onClick={() => editor.cut(cutName)}>
          {messages.cutNow}
        </Button>
      </div>
    )
  }
  return (
    <div className="stand-buttons">
      {current ? (
        <Button
          variant="light"
          color="red"
          disabled={editor.busy}
          title={messages.removeWith(count ? count.freeDrivers + count.busyDrivers : 0, within)}
          onClick={editor.remove}
        >
          {messages.remove}
        </Button>
      ) : null}
      <span className="header-space" />
      <Button variant="default" onClick={editor.close}>
        {zoneMessages.giveUp}
      </Button>
      <Button type="submit" loading={editor.busy} disabled={editor.isGone && draft?.id !== null}>
        {zoneMessages.save}
      </Button>
    </div>
  )
}
