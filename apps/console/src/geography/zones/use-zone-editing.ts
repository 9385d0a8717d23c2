import type { Polygon } from '@dispecerat/contract/geography/zones'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { type RefObject, useMemo, useState } from 'react'
import { isField, useKey } from '../../keys/use-key.ts'
import { type Rings, roundedSpot, snapReach, snapTo } from '../../map/drawing/snap.ts'
import type { MapHandle } from '../../map/map-canvas.tsx'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import type { ZoneEditor, ZoneTool } from './use-zone-editor.ts'

const NO_RINGS: Rings = []
const MIN_CORNERS = 3
const MIN_OF_LINE = 2

/** Handles clicks, keys and buttons for the points being collected, so that all three work the same way. */
export function useZoneEditing(
  editor: ZoneEditor,
  zones: readonly Polygon[],
  map: RefObject<MapHandle | null>,
  onCut: () => void,
) {
  const { draft, line, snaps } = editor
  const tool: ZoneTool = editor.tool === 'shape' && (draft?.ring.length ?? 0) < MIN_CORNERS ? 'draw' : editor.tool
  const isCollecting = draft !== null && tool !== 'shape'
  const points = tool === 'cut' ? line : (draft?.ring ?? line)
  const magnets = useMemo<Rings>(() => {
    if (!draft || !snaps) return NO_RINGS
    const own = zones.filter((zone) => zone.company_id === draft.companyId || draft.companyId === null)
    return own.filter(({ id }) => tool === 'cut' || id !== draft.id).map(({ paths }) => paths)
  }, [zones, draft?.id, draft?.companyId, snaps, tool, draft])

  const [recentreCount, setRecentreCount] = useState(0)
  const put = (next: readonly Point[]) => (tool === 'cut' ? editor.setLine(next) : editor.redraw(next))
  const add = (point: Point) => put([...points, point])
  const centre = (): Point => {
    const at = map.current?.getCenter()
    return at ? roundedSpot({ lat: at.lat, long: at.lng }) : { lat: 0, long: 0 }
  }
  const addCentre = () => {
    if (!map.current) return
    add(snapTo(centre(), magnets, snapReach(map.current)) ?? centre())
  }
  const takeLast = () => {
    if (points.length === 0) return
    if (tool === 'draw' && draft && draft.past.length > 0 && draft.ring.length > 0) editor.undo()
    else put(points.slice(0, -1))
  }
  const finish = () => {
    if (tool === 'cut' && points.length >= MIN_OF_LINE) onCut()
    if (tool === 'draw' && points.length >= MIN_CORNERS) editor.shape()
  }
  const giveUp = () => {
    if (tool === 'draw' && draft?.id === null) {
      if (points.length === 0) editor.close()
      else editor.redraw([])
      return
    }
    if (tool === 'draw' && editor.base) editor.redraw(editor.base.paths)
    editor.shape()
  }

  useEscLayer(giveUp, isCollecting)
  /* A focused button handles Enter and Space itself. */
  const isOnButton = () => document.activeElement?.closest('button, a, [role="switch"], label') != null
  useKey('zoneClose', () => (isOnButton() ? false : finish()), isCollecting)
  useKey('zonePoint', () => (isOnButton() ? false : addCentre()), isCollecting)
  useKey('zoneBack', takeLast, isCollecting)
  useKey('zoneUndo', () => (isField(document.activeElement) ? false : editor.undo()), draft !== null)
  useKey('zoneRedo', () => (isField(document.activeElement) ? false : editor.redo()), draft !== null)

  return {
    tool,
    isCollecting,
    points,
    count: points.length,
    magnets,
    put,
    add,
    addCentre,
    centre,
    takeLast,
    finish,
    giveUp,
    /** Counts the requests to move the map to the points. */
    recentreCount,
    recentre: () => setRecentreCount(recentreCount + 1),
  }
}
export type ZoneEditing = ReturnType<typeof useZoneEditing>
