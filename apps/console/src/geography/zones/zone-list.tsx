import type { Polygon } from '@dispecerat/contract/geography/zones'
import { foldText } from '@dispecerat/domain/geography/address-text'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { zoneColour } from '../../map/layers/use-zones-layer.ts'
import { useHiddenZones } from '../../shared/zones/hidden-zones.ts'
import { useStandCompanies } from '../../shared/zones/use-stands.ts'
import { ZoneEye } from '../../shared/zones/zone-eye.tsx'
import { zoneMessages as messages } from '../../shared/zones/zone-messages.ts'
import { zoneEditorMessages } from './zone-editor-messages.ts'
import { type AllFacts, groundText, squareKm, useZoneCounts, type ZoneFacts } from './zone-facts.ts'

interface Props {
  zones: readonly Polygon[]
  facts: AllFacts
  shown: number | null
  onShow: (zoneId: number) => void
  onEdit: (zone: Polygon) => void
}

/** Every zone: area, neighbours, overlaps, and the drivers in it. The outlines are drawn on the map. */
export function ZoneList({ zones, facts, shown, onShow, onEdit }: Props) {
  const [text, setText] = useState('')
  const wanted = foldText(text)
  const found = zones.filter(({ name }) => foldText(name).includes(wanted))
  const counts = useZoneCounts()
  const { hidden, toggle } = useHiddenZones()
  const names = useMemo(() => new Map(zones.map(({ id, name }) => [id, name])), [zones])
  const companies = useStandCompanies()
  const companyOf = (zone: Polygon) =>
    companies.length < 2 ? undefined : companies.find(({ id }) => id === zone.company_id)?.name
  if (zones.length === 0) return <p className="list-empty dim">{messages.noZones}</p>
  return (
    <>
      <div className="zone-find">
        <TextInput
          aria-label={messages.findZone}
          placeholder={messages.findZone}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p className="small dim zone-overlap-count">
          {facts.overlaps.length === 0
            ? zoneEditorMessages.noOverlaps
            : `${zoneEditorMessages.overlapsOf(facts.overlaps.length)}. ${zoneEditorMessages.overlapRule}`}
        </p>
      </div>
      {found.length === 0 ? <p className="list-empty dim">{messages.noZoneFound}</p> : null}
      <ul className="zone-list" aria-label={messages.zoneList}>
        {found.map((zone) => (
          <ZoneRow
            key={zone.id}
            zone={zone}
            names={names}
            company={companyOf(zone)}
            own={facts.of.get(zone.id)}
            drivers={driversText(counts?.get(zone.id))}
            isShown={zone.id === shown}
            isHidden={hidden.has(zone.id)}
            onToggle={toggle}
            onShow={onShow}
            onEdit={onEdit}
          />
        ))}
      </ul>
    </>
  )
}

interface RowProps {
  zone: Polygon
  names: ReadonlyMap<number, string>
  /** Shown only to users with several companies. */
  company: string | undefined
  own: ZoneFacts | undefined
  drivers: string
  isShown: boolean
  isHidden: boolean
  onToggle: (zoneId: number) => void
  onShow: (zoneId: number) => void
  onEdit: (zone: Polygon) => void
}

function driversText(count: { freeDrivers: number; busyDrivers: number } | undefined): string {
  return count ? messages.driverCounts(count.freeDrivers, count.busyDrivers) : '…'
}

/** Memoised: cars change all the time, zones hardly ever. */
const ZoneRow = memo(
  ({ zone, names, own, drivers, isShown, isHidden, onToggle, onShow, onEdit, company }: RowProps) => {
    const row = useRef<HTMLLIElement>(null)
    useEffect(() => {
      if (isShown) row.current?.scrollIntoView({ block: 'nearest' })
    }, [isShown])
    const nameOf = (id: number) => names.get(id) ?? ''
    const near = own?.near.map(nameOf).join(', ')
    return (
      <li className="zone-row" ref={row}>
        <button
          type="button"
          title={messages.show(zone.name)}
          aria-pressed={isShown}
          onClick={() => onShow(zone.id)}
          onDoubleClick={() => onEdit(zone)}
        >
          <b className="zone-name">
            <span className="zone-swatch" style={{ background: zoneColour(zone) }} aria-hidden /> {zone.name}
          </b>
          <span className="small dim digits">{squareKm(own?.squareMetres ?? zone.area_m2)}</span>
          {company ? <span className="small dim zone-wide">{company}</span> : null}
          <span className="small zone-wide digits">
            <span className="dim">{messages.drivers}:</span> {drivers}
          </span>
          <span className="small zone-wide">
            <span className="dim">{messages.neighbours}:</span> {near || messages.noNeighbours}
          </span>
          {own?.overlaps.map(({ id, squareMetres }) => (
            <span key={id} className="small zone-wide stand-full">
              {zoneEditorMessages.overlapWith(nameOf(id), groundText(squareMetres))}
            </span>
          ))}
        </button>
        <ZoneEye name={zone.name} isHidden={isHidden} onToggle={() => onToggle(zone.id)} />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={zoneEditorMessages.edit(zone.name)}
          title={zoneEditorMessages.edit(zone.name)}
          onClick={() => onEdit(zone)}
        >
          <IconPencil size={16} />
        </ActionIcon>
      </li>
    )
  },
)
