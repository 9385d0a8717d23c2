import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useUser } from '../../../api/session.ts'
import { KeyHint } from '../../../keys/key-hint.tsx'
import { ariaKeys } from '../../../keys/registry.ts'
import { useKey } from '../../../keys/use-key.ts'
import { useStatistics } from '../../../shared/orders/use-statistics.ts'
import { useWorkspace } from '../../../shared/workspace/workspace.ts'
import { ro } from '../../../text/ro.ts'
import { later } from '../../../ui/later.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { WorkspaceTools } from '../workspace-tools.tsx'
import { StatButtons } from './stat-buttons.tsx'
import './stats-strip.css'

const PriorityModal = later(() =>
  import('../../../shared/priority-windows/priority-modal.tsx').then((m) => m.PriorityModal),
)

/** The numbers of the day in one line, under the columns. */
export function StatsStrip() {
  const { orderPath, mapPath } = useWorkspace()
  const { tab, q } = useSearch({ strict: false })
  const { data } = useStatistics()
  return (
    <section className="stats-strip" aria-label={ro.stats.label}>
      <LinkButton
        to={orderPath}
        params={{ id: '0' }}
        search={{ tab, q }}
        size="compact-sm"
        rightSection={<KeyHint of="newOrder" />}
        aria-keyshortcuts={ariaKeys('newOrder')}
      >
        {ro.stats.newOrder}
      </LinkButton>
      {mapPath === null ? null : (
        <LinkButton
          to={mapPath}
          search={{ tab, q }}
          size="compact-sm"
          variant="default"
          rightSection={<KeyHint of="map" />}
          aria-keyshortcuts={ariaKeys('map')}
        >
          {ro.stats.map}
        </LinkButton>
      )}
      <WorkspaceTools />
      <StatButtons counts={data} />
      <PriorityButton count={data?.driversPriorityCount} />
    </section>
  )
}

/** Number of drivers with priority now; opens the priority windows. */
function PriorityButton({ count }: { count: number | undefined }) {
  const me = useUser()
  const mayEdit = me.permissions.includes('priorities.edit')
  const [isOpen, setIsOpen] = useState(false)
  useKey('priorities', () => setIsOpen(true), mayEdit)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        data-disabled={mayEdit ? undefined : true}
        aria-disabled={mayEdit ? undefined : true}
        title={mayEdit ? undefined : ro.stats.mayNotPrioritise}
        aria-description={mayEdit ? undefined : ro.stats.mayNotPrioritise}
        rightSection={<KeyHint of="priorities" />}
        aria-keyshortcuts={ariaKeys('priorities')}
        aria-haspopup="dialog"
        onClick={() => mayEdit && setIsOpen(true)}
      >
        {ro.stats.priority} <b className="digits priority-count">{count === undefined ? '–' : groupThousands(count)}</b>
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PriorityModal onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
