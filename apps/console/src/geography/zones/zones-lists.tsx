import { exportPolygons, type Polygon } from '@dispecerat/contract/geography/zones'
import { Button, Skeleton, Tabs } from '@mantine/core'
import { IconDownload, IconFileImport, IconPlus } from '@tabler/icons-react'
import { Suspense } from 'react'
import { requestFile } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import type { useStands } from '../../shared/zones/use-stands.ts'
import type { useZones } from '../../shared/zones/use-zones.ts'
import { zoneMessages as messages } from '../../shared/zones/zone-messages.ts'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { StandList } from './stand-list.tsx'
import { zoneEditorMessages } from './zone-editor-messages.ts'
import type { AllFacts } from './zone-facts.ts'

const ZoneList = later(() => import('./zone-list.tsx').then((m) => m.ZoneList))

export type ListName = 'stands' | 'zones'

interface Props {
  stands: ReturnType<typeof useStands>
  zones: ReturnType<typeof useZones>
  facts: AllFacts
  list: ListName
  onList: (list: ListName) => void
  shownZone: number | null
  onShowZone: (zoneId: number) => void
  onOpen: (standId: number) => void
  onAdd: () => void
  onAddZone: () => void
  onEditZone: (zone: Polygon) => void
  onImport: () => void
}

/** The company's stands and zones as lists, with what can be added to them. */
export function ZonesLists(props: Props) {
  const { stands, zones, list, onList, shownZone, onShowZone, onOpen, onAdd, facts } = props
  return (
    <Tabs className="zones-tabs" value={list} onChange={(next) => onList(next === 'zones' ? 'zones' : 'stands')}>
      <Tabs.List>
        <Tabs.Tab value="stands">{messages.standsOf(stands.data?.length ?? 0)}</Tabs.Tab>
        <Tabs.Tab value="zones">{messages.zonesOf(zones.data?.length ?? 0)}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="stands" className="zones-panel">
        <div className="zone-find">
          <Button leftSection={<IconPlus size={15} />} onClick={onAdd}>
            {messages.add}
          </Button>
        </div>
        {stands.isError && !stands.data ? <LoadFailed onRetry={() => void stands.refetch()} /> : null}
        {stands.isPending ? <Skeleton height={200} /> : null}
        {stands.data ? <StandList stands={stands.data} onOpen={({ id }) => onOpen(id)} /> : null}
      </Tabs.Panel>
      <Tabs.Panel value="zones" className="zones-panel">
        <div className="zone-find zone-doings">
          <Button size="compact-sm" leftSection={<IconPlus size={15} />} onClick={props.onAddZone}>
            {zoneEditorMessages.add}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconFileImport size={15} />}
            onClick={props.onImport}
          >
            {zoneEditorMessages.import}
          </Button>
          <ExportButton />
        </div>
        {zones.isError && !zones.data ? <LoadFailed onRetry={() => void zones.refetch()} /> : null}
        {zones.isPending ? <Skeleton height={200} /> : null}
        {zones.data ? (
          <Suspense fallback={<Skeleton height={200} />}>
            <ZoneList
              zones={zones.data}
              facts={facts}
              shown={shownZone}
              onShow={onShowZone}
              onEdit={props.onEditZone}
            />
          </Suspense>
        ) : null}
      </Tabs.Panel>
    </Tabs>
  )
}

function ExportButton() {
  const save = useAction(() => requestFile(exportPolygons, {}), { done: (file) => saveFile(file, 'zone.geojson') })
  return (
    <Button
      size="compact-sm"
      variant="default"
      title={zoneEditorMessages.exportHint}
      leftSection={<IconDownload size={15} />}
      loading={save.busy}
      onClick={() => void save.run(undefined)}
    >
      {zoneEditorMessages.export}
    </Button>
  )
}
