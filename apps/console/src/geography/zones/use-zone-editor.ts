import {
  createPolygon,
  deletePolygon,
  editPolygon,
  type Polygon,
  rejoinPolygon,
  restorePolygon,
  splitPolygon,
} from '@dispecerat/contract/geography/zones'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { type FieldErrors, fieldErrors } from '../../api/field-errors.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { putZone, refreshZones } from '../../shared/zones/use-zones.ts'
import { zoneMessages } from '../../shared/zones/zone-messages.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { offerUndo } from '../../ui/dialogs/undo-toast.tsx'
import {
  draftOfZone,
  newZone,
  redone,
  redrawn,
  toNewZone,
  undone,
  type ZoneDraft,
  zoneChanges,
  zoneIsDirty,
} from './zone-draft.ts'
import { zoneEditorMessages as messages } from './zone-editor-messages.ts'

const UNDO_MS = 6000
/** Longer than usual, so that both parts can be checked on the map first. */
const UNDO_CUT_MS = 15_000

/** Meaning of a click on the map: add points of an outline, move its corners, or draw the line of a cut. */
export type ZoneTool = 'draw' | 'shape' | 'cut'

/** The zone being edited: its draft, the server's refusals, and saving, cutting, deleting and restoring. */
export function useZoneEditor(zones: readonly Polygon[], companyId: number | null) {
  const state = useZoneDraft()
  const { draft, base, begin, close, edit, show, setBase, setTool, setLine } = state
  const writes = useZoneWrites(state)
  const current = zones.find(({ id }) => id === draft?.id)
  const dirty = draft !== null && zoneIsDirty(draft, base)
  /** Runs `then`, after a confirmation when changes would be lost. */
  const leaving = (then: () => void) => {
    if (!dirty) then()
    else confirm({ text: messages.leave, yes: messages.leaveYes, danger: true, onYes: then })
  }

  return {
    ...state,
    dirty,
    busy: writes.busy,
    /** The current saved zone behind the draft; undefined for a new or a deleted one. */
    current,
    /** Another user changed the zone since editing began. */
    isOutdated: current !== undefined && base !== undefined && current.version !== base.version,
    isGone: draft !== null && draft.id !== null && current === undefined,
    open: (zone: Polygon) => leaving(() => begin(zone)),
    add: () => leaving(() => show(newZone(companyId), undefined, 'draw')),
    close: () => leaving(close),
    reload: () => current && begin(current),
    keepMine: () => setBase(current),
    asNew: () => {
      setBase(undefined)
      edit((before) => ({ ...before, id: null }))
    },
    startDrawing: () => {
      edit((before) => redrawn(before, []))
      setTool('draw')
    },
    startCut: () => {
      setLine([])
      setTool('cut')
    },
    shape: () => setTool('shape'),
    save: () => draft && void writes.save.run({ draft, base }),
    cut: (name: string) => current && void writes.cut.run({ zone: current, name }),
    remove: () => current && void writes.remove.run(current),
  }
}
export type ZoneEditor = ReturnType<typeof useZoneEditor>

/** The draft, the zone it is based on, the tool in use, and the server's refusals. */
function useZoneDraft() {
  const [draft, setDraft] = useState<ZoneDraft | null>(null)
  const [base, setBase] = useState<Polygon | undefined>(undefined)
  const [tool, setTool] = useState<ZoneTool>('shape')
  const [line, setLinePoints] = useState<readonly Point[]>([])
  const [snaps, setSnaps] = useState(true)
  const [errors, setErrors] = useState<FieldErrors>({})

  const show = (next: ZoneDraft | null, saved: Polygon | undefined, nextTool: ZoneTool) => {
    setErrors({})
    setLinePoints([])
    setBase(saved)
    setDraft(next)
    setTool(nextTool)
  }
  const edit = (change: (before: ZoneDraft) => ZoneDraft) => {
    setErrors({})
    setDraft((before) => before && change(before))
  }
  const setLine = (next: readonly Point[]) => {
    setErrors({})
    setLinePoints(next)
  }
  return {
    draft,
    base,
    tool,
    line,
    snaps,
    errors,
    setBase,
    setTool,
    setLine,
    setSnaps,
    setErrors,
    show,
    edit,
    begin: (zone: Polygon) => show(draftOfZone(zone), zone, 'shape'),
    close: () => show(null, undefined, 'shape'),
    change: (part: Partial<Pick<ZoneDraft, 'name' | 'color' | 'companyId'>>) =>
      edit((before) => ({ ...before, ...part })),
    redraw: (ring: readonly Point[]) => edit((before) => redrawn(before, ring)),
    undo: () => edit(undone),
    redo: () => edit(redone),
  }
}

type DraftState = ReturnType<typeof useZoneDraft>

function useZoneWrites({ line, draft, begin, close, setErrors }: DraftState) {
  const cache = useQueryClient()
  const opened = useRef<number | null>(null)
  useEffect(() => {
    opened.current = draft?.id ?? null
  })
  /** Another zone may have been opened meanwhile. */
  const showAgain = (zone: Polygon) => {
    if (opened.current === zone.id) begin(zone)
  }
  /** Shows the server's refusals at their fields; a concurrent change is shown by the refetched list instead. */
  const failed = (error: unknown) => {
    if (!(error instanceof ApiError)) return false
    if (error.code === 'zone.changed_meanwhile' || error.code === 'zone.unknown') {
      void refreshZones(cache)
      return true
    }
    if (error.status !== 422) return false
    setErrors(fieldErrors(error))
    return true
  }
  const keep = (saved: readonly Polygon[]) => {
    for (const zone of saved) putZone(cache, zone)
    void refreshZones(cache)
  }
  const save = useAction(
    ({ draft, base }: { draft: ZoneDraft; base: Polygon | undefined }, key) => {
      if (draft.id === null || !base) return request(createPolygon, { body: toNewZone(draft) }, { key })
      const input = { params: { id: draft.id }, body: zoneChanges(draft, base) }
      return request(editPolygon, input, { key, version: base.version })
    },
    {
      done: ({ data }) => {
        toast.good(messages.saved)
        keep([data])
        begin(data)
      },
      failed,
    },
  )
  const rejoin = useAction(
    ([{ id }, part]: readonly [Polygon, Polygon], key) =>
      request(rejoinPolygon, { params: { id }, body: { part_id: part.id } }, { key }),
    {
      done: ({ data }) => {
        toast.good(messages.rejoined(data.name))
        keep([data])
        showAgain(data)
      },
      failed,
    },
  )
  const cut = useAction(
    ({ zone, name }: { zone: Polygon; name: string }, key) => {
      const body = { line: [...line], ...(name.trim() === '' ? {} : { name }) }
      return request(splitPolygon, { params: { id: zone.id }, body }, { key, version: zone.version })
    },
    {
      done: ({ data }) => {
        const [larger, smaller] = data
        keep(data)
        if (!larger || !smaller) return
        begin(larger)
        const undo = () => void rejoin.run([larger, smaller])
        offerUndo({ text: messages.cutDone(larger.name, smaller.name), label: messages.undoCut, ms: UNDO_CUT_MS, undo })
      },
      failed,
    },
  )
  const remove = useZoneRemoval(close, failed)
  return { save, cut, remove, busy: save.busy || cut.busy || remove.busy }
}

/** Deletes, and offers to undo. */
function useZoneRemoval(onGone: () => void, failed: (error: unknown) => boolean) {
  const cache = useQueryClient()
  const restore = useAction((id: number, key) => request(restorePolygon, { params: { id } }, { key }), {
    done: ({ data }) => {
      toast.good(messages.restored(data.name))
      putZone(cache, data)
      void refreshZones(cache)
    },
  })
  return useAction(({ id, version }: Polygon, key) => request(deletePolygon, { params: { id } }, { key, version }), {
    done: (_, { id, name }) => {
      onGone()
      void refreshZones(cache)
      const undo = () => void restore.run(id)
      offerUndo({ text: messages.removed(name), label: zoneMessages.undo, ms: UNDO_MS, undo })
    },
    failed,
  })
}
