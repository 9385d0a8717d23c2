import type { Stand } from '@dispecerat/contract/fleet/stands'
import type { Polygon } from '@dispecerat/contract/geography/zones'
import { Skeleton, useComputedColorScheme } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { MapCanvas, type MapHandle } from '../../map/map-canvas.tsx'
import { useStandCompanies, useStands } from '../../shared/zones/use-stands.ts'
import { useZones } from '../../shared/zones/use-zones.ts'
import { zoneMessages as messages } from '../../shared/zones/zone-messages.ts'
import { useLeaveGuard } from '../../ui/dialogs/use-leave-guard.ts'
import { later } from '../../ui/later.ts'
import { useDropped } from './use-dropped.ts'
import { useStandEditor } from './use-stand-editor.ts'
import { useZoneEditing } from './use-zone-editing.ts'
import { useZoneEditor } from './use-zone-editor.ts'
import { useZonesImport } from './use-zones-import.ts'
import { zoneEditorMessages } from './zone-editor-messages.ts'
import { factsOfRing, factsOfZones } from './zone-facts.ts'
import { type ListName, ZonesLists } from './zones-lists.tsx'
import './zones.css'

const StandForm = later(() => import('./stand-form.tsx').then((m) => m.StandForm))
const ZoneForm = later(() => import('./zone-form.tsx').then((m) => m.ZoneForm))
const ZoneLayers = later(() => import('./zone-layers.tsx').then((m) => m.ZoneLayers))
const ZonesImportPanel = later(() => import('./zones-import.tsx').then((m) => m.ZonesImportPanel))

const NO_ZONES: Polygon[] = []
const NO_STANDS: Stand[] = []
const route = getRouteApi('/app/settings/polygons')

/** The company's zones and stands, drawn and edited on one map. */
export function ZonesScreen() {
  const { permissions } = useUser()
  if (permissions.includes('zones.edit')) return <ZonesWorkspace />
  return (
    <main id="content" className="page">
      <h1>{messages.lists}</h1>
      <p role="alert">{messages.forbidden}</p>
    </main>
  )
}

function useWorkspace() {
  const user = useUser()
  const stands = useStands()
  const zones = useZones()
  const companies = useStandCompanies()
  const mapRef = useRef<MapHandle | null>(null)
  const companyId = user.companies[0]?.id ?? companies[0]?.id ?? null
  const drawn = zones.data ?? NO_ZONES
  const editor = useStandEditor(stands.data ?? NO_STANDS, companyId)
  const zoneEditor = useZoneEditor(drawn, companyId)
  const [cutName, setCutName] = useState('')
  const editing = useZoneEditing(zoneEditor, drawn, mapRef, () => zoneEditor.cut(cutName))
  const [isImporting, setImporting] = useState(false)
  const file = useZonesImport(companyId, () => closeImport())
  const closeImport = () => {
    file.forget()
    setImporting(false)
  }
  useLeaveGuard(editor.dirty, { text: messages.leave, yes: messages.leaveYes })
  useLeaveGuard(zoneEditor.dirty, { text: zoneEditorMessages.leave, yes: zoneEditorMessages.leaveYes })

  const facts = useMemo(() => factsOfZones(drawn), [drawn])
  const { draft } = zoneEditor
  const drawnFacts = useMemo(() => {
    if (!draft) return null
    const others = drawn.filter(
      ({ id, company_id }) => id !== draft.id && (draft.companyId === null || company_id === draft.companyId),
    )
    return factsOfRing(draft.ring, others)
  }, [draft?.ring, draft?.id, draft?.companyId, drawn, draft])
  return {
    user,
    stands,
    zones,
    drawn,
    mapRef,
    editor,
    zoneEditor,
    editing,
    cutName,
    setCutName,
    facts,
    drawnFacts,
    file,
    isImporting,
    setImporting,
    closeImport,
  }
}

type Workspace = ReturnType<typeof useWorkspace>

function ZonesWorkspace() {
  const workspace = useWorkspace()
  const { stands, zones, editor, zoneEditor, facts, file } = workspace
  const [list, setList] = useState<ListName>('stands')
  const [shownZone, setShownZone] = useState<number | null>(null)

  const { stand: named } = route.useSearch()
  const toOpen = stands.data?.find(({ id }) => id === named)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once, when the stand the address names is known
  useEffect(() => {
    if (toOpen) editor.open(toOpen)
  }, [toOpen?.id])

  const pick = (standId: number) => {
    const stand = stands.data?.find(({ id }) => id === standId)
    if (stand && stand.id !== editor.draft?.id) editor.open(stand)
  }
  const lists = { stands, zones, list, onList: setList, shownZone, onShowZone: setShownZone, facts }
  const dropping = useDropped(
    (dropped) => {
      workspace.setImporting(true)
      void file.readFile(dropped)
    },
    /* While a form is open there is no panel for the preview of a dropped file. */
    editor.draft === null && zoneEditor.draft === null,
  )
  return (
    <main
      id="content"
      className={dropping.isOver ? 'zones-screen zones-import-over' : 'zones-screen'}
      {...dropping.handlers}
    >
      <h1 className="visually-hidden">{messages.lists}</h1>
      <section className="panel zones-side" aria-label={messages.lists}>
        <SideForm
          workspace={workspace}
          lists={
            <ZonesLists
              {...lists}
              onOpen={pick}
              onAdd={() => editor.open(null)}
              onAddZone={zoneEditor.add}
              onEditZone={zoneEditor.open}
              onImport={() => workspace.setImporting(true)}
            />
          }
        />
      </section>
      <section className="panel zones-map" aria-label={messages.mapPanel}>
        <ZonesMap
          workspace={workspace}
          shownZone={list === 'zones' ? shownZone : null}
          onPick={pick}
          onPickZone={(zoneId) => {
            setList('zones')
            setShownZone(zoneId)
          }}
        />
      </section>
    </main>
  )
}

/** The form of the open stand or zone, the import, or the lists. */
function SideForm({ workspace, lists }: { workspace: Workspace; lists: ReactNode }) {
  const { stands, drawn, editor, zoneEditor, editing, drawnFacts, file } = workspace
  return (
    <Suspense fallback={<Skeleton height={360} />}>
      {editor.draft ? (
        <StandForm key={editor.draft.id ?? 'new'} editor={editor} draft={editor.draft} zones={drawn} />
      ) : zoneEditor.draft ? (
        <ZoneForm
          key={zoneEditor.draft.id ?? 'new'}
          editor={zoneEditor}
          draft={zoneEditor.draft}
          editing={editing}
          zones={drawn}
          stands={stands.data ?? NO_STANDS}
          facts={drawnFacts ?? NO_FACTS}
          cutName={workspace.cutName}
          onCutName={workspace.setCutName}
        />
      ) : workspace.isImporting ? (
        <ZonesImportPanel file={file} onClose={workspace.closeImport} />
      ) : (
        lists
      )}
    </Suspense>
  )
}

interface MapProps {
  workspace: Workspace
  shownZone: number | null
  onPick: (standId: number) => void
  onPickZone: (zoneId: number) => void
}

function ZonesMap({ workspace, ...shown }: MapProps) {
  const scheme = useComputedColorScheme('light')
  const { user, stands, drawn, mapRef, editor, zoneEditor, editing, facts, drawnFacts, file } = workspace
  const preview = useMemo(
    () => file.zones.map(({ paths, errors }) => ({ ring: paths, isGood: errors.length === 0 })),
    [file.zones],
  )
  return (
    <MapCanvas
      label={messages.map}
      scheme={scheme}
      start={{ lat: user.map.lat, long: user.map.lng, zoom: user.map.zoom }}
    >
      {(map) => (
        <Suspense fallback={null}>
          <ZoneLayers
            map={map}
            mapRef={mapRef}
            isDark={scheme === 'dark'}
            zones={drawn}
            stands={stands.data ?? NO_STANDS}
            editor={editor}
            zoneEditor={zoneEditor}
            editing={editing}
            facts={facts}
            drawnFacts={drawnFacts}
            preview={preview}
            {...shown}
          />
        </Suspense>
      )}
    </MapCanvas>
  )
}

const NO_FACTS = { near: [], squareMetres: 0, overlaps: [] }
