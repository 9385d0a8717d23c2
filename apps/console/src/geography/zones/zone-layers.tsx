import type { Stand } from '@dispecerat/contract/fleet/stands'
import type { Polygon } from '@dispecerat/contract/geography/zones'
import { tidyRing } from '@dispecerat/domain/geography/zone'
import { ringFault } from '@dispecerat/domain/geography/zone-ring'
import { type RefObject, useEffect, useMemo } from 'react'
import { useDragHandle } from '../../map/drawing/use-drag-handle.ts'
import { useMapClick } from '../../map/drawing/use-map-click.ts'
import { useOverlapsLayer } from '../../map/drawing/use-overlaps-layer.ts'
import { usePointCollector } from '../../map/drawing/use-point-collector.ts'
import { type PreviewShape, usePreviewLayer } from '../../map/drawing/use-preview-layer.ts'
import { useRingShaper } from '../../map/drawing/use-ring-shaper.ts'
import { useMarksLayer } from '../../map/layers/use-marks-layer.ts'
import { useStandsLayer } from '../../map/layers/use-stands-layer.ts'
import { useZoneClick } from '../../map/layers/use-zone-popup.ts'
import { zoneColour } from '../../map/layers/use-zones-layer.ts'
import type { MapHandle } from '../../map/map-canvas.tsx'
import { useFlyTo } from '../../map/use-fly-to.ts'
import { useHiddenZones } from '../../shared/zones/hidden-zones.ts'
import { type StandOnMap, standOnMap } from '../../shared/zones/stand-on-map.ts'
import { useZonesOnMap } from '../../shared/zones/use-zones-on-map.ts'
import { zoneMessages as messages } from '../../shared/zones/zone-messages.ts'
import { movedTo, placeOf, type StandDraft } from './stand-draft.ts'
import type { StandEditor } from './use-stand-editor.ts'
import type { ZoneEditing } from './use-zone-editing.ts'
import type { ZoneEditor } from './use-zone-editor.ts'
import type { AllFacts, factsOfRing } from './zone-facts.ts'

/** Id on the map for a stand that is not saved yet. */
const NEW_STAND = 0

interface Props {
  map: MapHandle
  mapRef: RefObject<MapHandle | null>
  isDark: boolean
  zones: readonly Polygon[]
  stands: readonly Stand[]
  editor: StandEditor
  zoneEditor: ZoneEditor
  editing: ZoneEditing
  facts: AllFacts
  drawnFacts: ReturnType<typeof factsOfRing> | null
  preview: readonly PreviewShape[]
  shownZone: number | null
  onPick: (standId: number) => void
  onPickZone: (zoneId: number) => void
}

const NO_SPOTS: { lat: number; long: number }[] = []

/** All layers of the map of zones and stands; renders no DOM itself. */
export function ZoneLayers(props: Props) {
  const { map, mapRef, isDark, zones, shownZone, zoneEditor, facts, drawnFacts, preview } = props
  useEffect(() => {
    mapRef.current = map
    return () => {
      mapRef.current = null
    }
  }, [map, mapRef])
  const chosen = zoneEditor.draft?.id ?? shownZone
  const near = drawnFacts?.near ?? (chosen === null ? [] : (facts.of.get(chosen)?.near ?? []))
  const isRedrawn = zoneEditor.draft !== null && props.editing.tool !== 'cut'
  const redrawn = isRedrawn ? (zoneEditor.draft?.id ?? null) : null
  const { hidden } = useHiddenZones()
  useZonesOnMap(map, zones, { isDark, chosen, near, redrawn })
  const pieces = useMemo(() => {
    const isDrawn = (id: number) => (id === chosen ? !isRedrawn : !hidden.has(id))
    const others = facts.overlaps.filter((each) => each.zones.every(isDrawn))
    return [...others.flatMap((each) => each.pieces), ...(drawnFacts?.pieces ?? [])]
  }, [facts, drawnFacts, isRedrawn, chosen, hidden])
  useZoneClick(map, zones, props.editor.draft === null && zoneEditor.draft === null, props.onPickZone)
  useOverlapsLayer(map, pieces, isDark)
  usePreviewLayer(map, preview)
  useDrawing(props)
  useStandsOnMap(props)
  const shown = zones.find(({ id }) => id === chosen)
  useFlyTo(map, shown ? `zone ${shown.id}` : null, shown?.paths ?? [])
  const promising = preview.filter(({ isGood }) => isGood)
  const ground = promising.flatMap(({ ring }) => ring)
  useFlyTo(map, ground.length > 0 ? `preview ${promising.length}` : null, ground)
  const { recentreCount, points } = props.editing
  useFlyTo(map, recentreCount > 0 ? `hand ${recentreCount}` : null, points)
  return null
}

/** Drawing of the edited zone: corners are dragged, or points added one after another. */
function useDrawing({ map, zoneEditor, editing }: Props) {
  const { draft } = zoneEditor
  const colour = draft ? zoneColour({ id: draft.id ?? 0, color: draft.color }) : '#1c7ed6'
  usePointCollector(map, {
    isOn: editing.isCollecting,
    points: editing.points,
    closes: editing.tool === 'draw',
    colour,
    magnets: editing.magnets,
    onAdd: editing.add,
    onClose: editing.finish,
  })
  useRingShaper(map, {
    ring: draft && editing.tool === 'shape' ? draft.ring : null,
    colour,
    magnets: editing.magnets,
    onShape: zoneEditor.redraw,
  })
  const wrong = useMemo(() => {
    if (!draft || editing.tool !== 'shape') return NO_SPOTS
    const fault = ringFault(tidyRing(draft.ring))
    return fault?.kind === 'self_crossing' ? fault.crossings.map(({ at }) => at) : NO_SPOTS
  }, [draft, editing.tool])
  useMarksLayer(map, wrong)
}

function useStandsOnMap({ map, isDark, stands, editor, zoneEditor, onPick }: Props) {
  const { draft } = editor
  const place = draft && placeOf(draft)
  const isPlacing = draft !== null && draft.id === null
  const shown = useMemo(() => standsOnMap(stands, draft), [stands, draft])
  useStandsLayer(map, shown, {
    isShown: true,
    isDark,
    selected: draft ? (draft.id ?? NEW_STAND) : null,
    onPick: (id) => {
      if (!isPlacing && zoneEditor.draft === null) onPick(id)
    },
  })
  const move = (to: { lat: number; long: number }) => draft && editor.change(movedTo(draft, to))
  useMapClick(map, isPlacing, move)
  useDragHandle(map, place, { label: messages.handle(draft?.name ?? ''), onMove: move })
  const opened = stands.find(({ id }) => id === draft?.id)
  useFlyTo(map, opened ? `stand ${opened.id}` : null, opened ? [opened] : [])
}

/** The saved stands, with the edited one in its draft state. */
function standsOnMap(stands: readonly Stand[], draft: StandDraft | null): StandOnMap[] {
  const saved = stands.filter(({ id }) => id !== draft?.id).map(standOnMap)
  const place = draft && placeOf(draft)
  if (!draft || !place) return saved
  const { id, name, radiusMetres, isActive } = draft
  const queueLength = stands.find((stand) => stand.id === id)?.queue_length ?? 0
  return [...saved, { id: id ?? NEW_STAND, name, ...place, radiusMetres, queueLength, isActive }]
}
